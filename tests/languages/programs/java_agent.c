/* SPDX-License-Identifier: MIT */
/*
 * An agent for Java (JVM TI) that writes what the compiler makes to
 * jit-PID.dump, as perf's jitdump specification (version 1) has it:
 *	java -agentpath:./jitdump.so -XX:+PreserveFramePointer Work
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static FILE *dump;
static uint64_t next_index;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void write_code(const char *name, const void *code, uint32_t size)
{
	struct {
		uint32_t id, total;
		uint64_t time;
		uint32_t pid, tid;
		uint64_t vma, address, size, index;
	} load = { 0,
		   0,
		   now(),
		   (uint32_t)getpid(),
		   (uint32_t)gettid(),
		   (uintptr_t)code,
		   (uintptr_t)code,
		   size,
		   0 };
	size_t n = strlen(name) + 1;

	pthread_mutex_lock(&lock);
	load.total = (uint32_t)(sizeof load + n + size);
	load.index = next_index++;
	fwrite(&load, sizeof load, 1, dump);
	fwrite(name, n, 1, dump);
	fwrite(code, size, 1, dump);
	fflush(dump);
	pthread_mutex_unlock(&lock);
}

static void JNICALL on_method(jvmtiEnv *env, jmethodID method, jint size,
			      const void *code, jint count,
			      const jvmtiAddrLocationMap *map, const void *info)
{
	char *name = NULL, *signature = NULL, text[2000];
	jclass class;

	(void)count, (void)map, (void)info;
	if ((*env)->GetMethodName(env, method, &name, NULL, NULL) ||
	    (*env)->GetMethodDeclaringClass(env, method, &class) ||
	    (*env)->GetClassSignature(env, class, &signature, NULL))
		return;
	snprintf(text, sizeof text, "%s.%s", signature, name);
	write_code(text, code, (uint32_t)size);
}

static void JNICALL on_stub(jvmtiEnv *env, const char *name, const void *code,
			    jint size)
{
	(void)env;
	write_code(name, code, (uint32_t)size);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
	struct {
		uint32_t magic, version, size, machine, pad, pid;
		uint64_t time, flags;
	} header = { 0x4a695444, 1, sizeof header, 62, 0, (uint32_t)getpid(),
		     now(),	 0 };
	jvmtiCapabilities can = { .can_generate_compiled_method_load_events =
					  1 };
	jvmtiEventCallbacks call = { .CompiledMethodLoad = on_method,
				     .DynamicCodeGenerated = on_stub };
	jvmtiEnv *env;
	char path[64];

	(void)options, (void)reserved;
	snprintf(path, sizeof path, "jit-%d.dump", getpid());
	dump = fopen(path, "w+");
	if (!dump || (*vm)->GetEnv(vm, (void **)&env, JVMTI_VERSION_1))
		return JNI_ERR;
	fwrite(&header, sizeof header, 1, dump);
	fflush(dump);
	/* perf sees this map, and with it where the dump is */
	if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump),
		 0) == MAP_FAILED)
		return JNI_ERR;
	(*env)->AddCapabilities(env, &can);
	(*env)->SetEventCallbacks(env, &call, sizeof call);
	(*env)->SetEventNotificationMode(
		env, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL);
	(*env)->SetEventNotificationMode(
		env, JVMTI_ENABLE, JVMTI_EVENT_DYNAMIC_CODE_GENERATED, NULL);
	return JNI_OK;
}
