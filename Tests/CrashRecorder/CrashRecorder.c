#define _GNU_SOURCE
#include "CrashRecorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char root[PATH_MAX];
static int record = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The system's function, which a function below replaces. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void fail(const char *what) {
  dprintf(STDERR_FILENO, "crash recorder: %s: %s\n", what, strerror(errno));
  _exit(70);
}

static void put(int kind, uint64_t inode, uint64_t offset, const void *first, uint32_t first_count,
                const void *second, uint32_t second_count) {
  unsigned char head[25];
  head[0] = (unsigned char)kind;
  memcpy(head + 1, &inode, 8);
  memcpy(head + 9, &offset, 8);
  memcpy(head + 17, &first_count, 4);
  memcpy(head + 21, &second_count, 4);
  struct iovec parts[3] = {
      {head, sizeof head}, {(void *)first, first_count}, {(void *)second, second_count}};
  ssize_t wanted = (ssize_t)(sizeof head + first_count + second_count);
  if (NEXT(writev)(record, parts, 3) != wanted) fail("write the record");
}

void crash_recorder_begin(const char *directory, const char *path) {
  snprintf(root, sizeof root, "%s", directory);
  int opened = NEXT(open)(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (opened < 0) fail("open the record");
  record = opened;
}

void crash_recorder_acknowledge(const char *text) {
  put(CRASH_ACKNOWLEDGED, 0, 0, text, (uint32_t)strlen(text), "", 0);
}

/* Whether a path is the directory or inside it, and is not a lock file. */
static int is_watched(const char *path) {
  size_t count = strlen(root);
  if (record < 0 || strncmp(path, root, count) != 0) return 0;
  if (path[count] != '/' && path[count] != 0) return 0;
  const char *name = strrchr(path, '/');
  return strcmp(name, "/lock.mdb") != 0;
}

/* The path of a descriptor. Empty if it has none. */
static void path_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  path[count < 0 ? 0 : count] = 0;
}

/* The absolute form of a path that was passed to a call. */
static void absolute(int directory, const char *given, char *path) {
  if (given[0] == '/') {
    snprintf(path, PATH_MAX, "%s", given);
  } else {
    char base[PATH_MAX];
    if (directory == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) base[0] = 0;
    } else {
      path_of(directory, base);
    }
    if (snprintf(path, PATH_MAX, "%s/%s", base, given) >= PATH_MAX) path[0] = 0;
  }
}

static uint64_t inode_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

static void put_path(int kind, uint64_t inode, uint64_t offset, const char *path) {
  put(kind, inode, offset, path, (uint32_t)strlen(path), "", 0);
}

static int opened(int directory, const char *given, int flags, mode_t mode) {
  char path[PATH_MAX];
  absolute(directory, given, path);
  int is_new = (flags & O_CREAT) && is_watched(path) && access(path, F_OK) != 0;
  pthread_mutex_lock(&lock);
  int descriptor = NEXT(openat)(directory, given, flags, mode);
  int code = errno;
  if (descriptor >= 0 && is_new) put_path(CRASH_CREATED, inode_of(descriptor), 0, path);
  if (descriptor >= 0 && (flags & O_TRUNC) && !is_new && is_watched(path))
    put_path(CRASH_TRUNCATED, inode_of(descriptor), 0, path);
  pthread_mutex_unlock(&lock);
  errno = code;
  return descriptor;
}

#define MODE_OF(flags)                                \
  mode_t mode = 0;                                    \
  if ((flags) & (O_CREAT | O_TMPFILE)) {              \
    va_list list;                                     \
    va_start(list, flags);                            \
    mode = va_arg(list, mode_t);                      \
    va_end(list);                                     \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  if (record < 0) return NEXT(openat)(directory, path, flags, mode);
  return opened(directory, path, flags, mode);
}

/* Records bytes from several buffers that were written to a descriptor. */
static void wrote(int descriptor, const struct iovec *parts, int count, ssize_t written, off_t offset) {
  char path[PATH_MAX];
  path_of(descriptor, path);
  if (written <= 0 || !is_watched(path)) return;
  char *bytes = malloc((size_t)written);
  size_t filled = 0;
  for (int part = 0; part < count && filled < (size_t)written; part++) {
    size_t left = (size_t)written - filled;
    size_t here = parts[part].iov_len < left ? parts[part].iov_len : left;
    memcpy(bytes + filled, parts[part].iov_base, here);
    filled += here;
  }
  int is_durable = fcntl(descriptor, F_GETFL) & O_DSYNC;
  put(is_durable ? CRASH_WROTE_DURABLY : CRASH_WROTE, inode_of(descriptor), (uint64_t)offset, bytes,
      (uint32_t)written, path, (uint32_t)strlen(path));
  free(bytes);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  if (record < 0) return NEXT(pwrite)(descriptor, bytes, count, offset);
  pthread_mutex_lock(&lock);
  ssize_t written = NEXT(pwrite)(descriptor, bytes, count, offset);
  int code = errno;
  struct iovec part = {(void *)bytes, count};
  wrote(descriptor, &part, 1, written, offset);
  pthread_mutex_unlock(&lock);
  errno = code;
  return written;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (record < 0) return NEXT(write)(descriptor, bytes, count);
  pthread_mutex_lock(&lock);
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  ssize_t written = NEXT(write)(descriptor, bytes, count);
  int code = errno;
  struct iovec part = {(void *)bytes, count};
  wrote(descriptor, &part, 1, written, offset);
  pthread_mutex_unlock(&lock);
  errno = code;
  return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (record < 0) return NEXT(writev)(descriptor, parts, count);
  pthread_mutex_lock(&lock);
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  ssize_t written = NEXT(writev)(descriptor, parts, count);
  int code = errno;
  wrote(descriptor, parts, count, written, offset);
  pthread_mutex_unlock(&lock);
  errno = code;
  return written;
}

/* Calls whose record contains only a path, if they succeed. */
#define RECORDED(call, ...)             \
  pthread_mutex_lock(&lock);            \
  int result = call;                    \
  int code = errno;                     \
  if (result == 0) { __VA_ARGS__; }     \
  pthread_mutex_unlock(&lock);          \
  errno = code;                         \
  return result;

static void put_descriptor(int kind, int descriptor, uint64_t offset) {
  char path[PATH_MAX];
  path_of(descriptor, path);
  if (is_watched(path)) put_path(kind, inode_of(descriptor), offset, path);
}

int fsync(int descriptor) {
  RECORDED(NEXT(fsync)(descriptor), put_descriptor(CRASH_SYNCED, descriptor, 0))
}

int fdatasync(int descriptor) {
  RECORDED(NEXT(fdatasync)(descriptor), put_descriptor(CRASH_SYNCED, descriptor, 0))
}

int ftruncate(int descriptor, off_t count) {
  RECORDED(NEXT(ftruncate)(descriptor, count),
           put_descriptor(CRASH_TRUNCATED, descriptor, (uint64_t)count))
}

int ftruncate64(int descriptor, off_t count) { return ftruncate(descriptor, count); }

int mkdir(const char *given, mode_t mode) {
  char path[PATH_MAX];
  absolute(AT_FDCWD, given, path);
  RECORDED(NEXT(mkdir)(given, mode), if (is_watched(path)) put_path(CRASH_MADE_DIRECTORY, 0, 0, path))
}

static void put_removed(const char *path) {
  if (is_watched(path)) put_path(CRASH_REMOVED, 0, 0, path);
}

int unlink(const char *given) {
  char path[PATH_MAX];
  absolute(AT_FDCWD, given, path);
  RECORDED(NEXT(unlink)(given), put_removed(path))
}

int rmdir(const char *given) {
  char path[PATH_MAX];
  absolute(AT_FDCWD, given, path);
  RECORDED(NEXT(rmdir)(given), put_removed(path))
}

int unlinkat(int directory, const char *given, int flags) {
  char path[PATH_MAX];
  absolute(directory, given, path);
  RECORDED(NEXT(unlinkat)(directory, given, flags), put_removed(path))
}

static void put_renamed(const char *from, const char *to) {
  if (is_watched(from) || is_watched(to))
    put(CRASH_RENAMED, 0, 0, from, (uint32_t)strlen(from), to, (uint32_t)strlen(to));
}

int rename(const char *from_given, const char *to_given) {
  char from[PATH_MAX], to[PATH_MAX];
  absolute(AT_FDCWD, from_given, from);
  absolute(AT_FDCWD, to_given, to);
  RECORDED(NEXT(rename)(from_given, to_given), put_renamed(from, to))
}

int renameat2(int from_directory, const char *from_given, int to_directory, const char *to_given,
              unsigned flags) {
  char from[PATH_MAX], to[PATH_MAX];
  absolute(from_directory, from_given, from);
  absolute(to_directory, to_given, to);
  RECORDED(NEXT(renameat2)(from_directory, from_given, to_directory, to_given, flags),
           put_renamed(from, to))
}
