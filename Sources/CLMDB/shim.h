#include <lmdb.h>
// The Glibc module leaves statfs(2) out.
#include <sys/statfs.h>

// Asks the processor to bring memory near, which changes nothing else: any address will do.
static inline void lmdb_prefetch(const void *address) { __builtin_prefetch(address); }
