#include <lmdb.h>
// The Glibc module leaves statfs(2) out.
#include <sys/statfs.h>
