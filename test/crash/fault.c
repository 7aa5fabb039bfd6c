// Makes a disk fail: the nth fsync, or the nth read of a database, of the process that this is preloaded into, gives
// EIO, and all that follow. FAULT_FSYNC and FAULT_READ name n; without them nothing fails. Only a server fails, not the
// commands that it starts; but once a read failed, and the file of FAULT_MARK says so, all of their reads do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
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

static int is_server(void) {
  static int known = -1;
  if (known >= 0) return known;
  char line[4096];
  int descriptor = open("/proc/self/cmdline", O_RDONLY);
  ssize_t length = syscall(SYS_read, descriptor, line, sizeof line);
  close(descriptor);
  known = length > 0 && memmem(line, length, "\0serve", 7) != NULL;
  return known;
}

static int is_marked(void) {
  const char *mark = getenv("FAULT_MARK");
  return mark && access(mark, F_OK) == 0;
}

static int fails(const char *name, long *count, int descriptor) {
  const char *nth = getenv(name);
  return nth && is_server() && is_database(descriptor) && ++*count >= atol(nth);
}

static int fails_to_read(int descriptor) {
  if (!is_server()) return is_marked() && is_database(descriptor);
  if (!fails("FAULT_READ", &count_read, descriptor)) return 0;
  close(creat(getenv("FAULT_MARK"), 0600));
  return 1;
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
  if (fails_to_read(descriptor)) { errno = EIO; return -1; }
  return real(descriptor, buffer, size, offset);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "read");
  if (is_marked() && !is_server() && is_database(descriptor)) { errno = EIO; return -1; }
  return real(descriptor, buffer, size);
}
