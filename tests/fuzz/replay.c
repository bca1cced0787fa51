/* SPDX-License-Identifier: MIT */
/*
 * A main for the fuzzers where no fuzzer is linked: tries every file that is
 * named, and every file in folders that are named. A finding ends the
 * program, as it would end the fuzzer; the last name on stderr is its file.
 */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

/* nftw has no argument for its callback. */
static size_t tried;

static int try_file(const char *path, const struct stat *st, int kind,
		    struct FTW *where)
{
	FILE *file;
	uint8_t *data;
	size_t n;

	(void)where;
	if (kind != FTW_F)
		return 0;
	fprintf(stderr, "%s\n", path);
	file = fopen(path, "rb");
	data = malloc((size_t)st->st_size + 1);
	if (!file || !data)
		return 1;
	n = fread(data, 1, (size_t)st->st_size, file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, n);
	/* also cut in the middle, as inputs often are */
	LLVMFuzzerTestOneInput(data, n / 2);
	free(data);
	tried++;
	return 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (nftw(argv[i], try_file, 16, FTW_PHYS) != 0) {
			fprintf(stderr, "%s: cannot be read\n", argv[i]);
			return 1;
		}
	}
	printf("%zu inputs\n", tried);
	return tried == 0;
}
