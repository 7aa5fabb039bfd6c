// Makes a disk fail: the nth fsync, or the nth read of a database, of the process that this is preloaded into, gives
// EIO, and all that follow. FAULT_FSYNC and FAULT_READ name n; without them nothing fails.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long count_fsync, count_read;

static int is_database(int descriptor) {
  char link[64], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "/chatd.db") != NULL;
}

static int fails(const char *name, long *count, int descriptor) {
  const char *nth = getenv(name);
  return nth && is_database(descriptor) && ++*count >= atol(nth);
}

int fsync(int descriptor) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  if (fails("FAULT_FSYNC", &count_fsync, descriptor)) { errno = EIO; return -1; }
  return real(descriptor);
}

ssize_t pread64(int descriptor, void *buffer, size_t size, off64_t offset) {
  static ssize_t (*real)(int, void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pread64");
  if (fails("FAULT_READ", &count_read, descriptor)) { errno = EIO; return -1; }
  return real(descriptor, buffer, size, offset);
}
