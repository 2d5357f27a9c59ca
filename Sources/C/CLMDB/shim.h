#include <lmdb.h>
// The Glibc module leaves statfs(2) out.
#include <sys/statfs.h>

// It leaves fallocate(2) out, too, which is declared only for GNU programs.
int fallocate(int descriptor, int mode, off_t offset, off_t length);

// Asks the processor to bring memory near, which changes nothing else: any address will do.
static inline void lmdb_prefetch(const void *address) { __builtin_prefetch(address); }
