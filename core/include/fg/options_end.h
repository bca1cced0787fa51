/* SPDX-License-Identifier: MIT */
/* The last line of a table of options; see fg/options_begin.h. */
#undef GROUP
#undef FLAG
#undef TEXT
#undef NUMBER
#undef REAL
#undef LIST
#undef OPTIONAL
#undef AT
#undef ALIAS
