// What Embedded Swift needs from a C library on WebAssembly: a heap, four functions for memory, and
// random bytes for hash seeds. The module therefore imports nothing.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

// ---- The heap ----
//
// Free lists by size. A block is never split or joined with another. There are four sizes between two
// powers of two, so that a large array wastes at most a quarter of its block. The 16 bytes before a block
// contain its class and size, and keep the block aligned.

typedef struct Block {
  struct Block *next;
} Block;

enum { header = 16, pageBits = 16, classCount = 128 };
static const size_t maximumSize = 0x6fffffff;

static Block *freeBlocks[classCount];
static uintptr_t top, end;
static size_t used, limit = SIZE_MAX;
static uint32_t isExhausted;

static unsigned classOf(size_t size, size_t *rounded) {
  if (size <= 64) {
    *rounded = (size + 15) & ~(size_t)15;
    return (unsigned)(*rounded >> 4);
  }
  unsigned bit = 31 - (unsigned)__builtin_clz((unsigned)size - 1);
  unsigned quarter = ((unsigned)(size - 1) >> (bit - 2)) & 3;
  *rounded = (size_t)(5 + quarter) << (bit - 2);
  return bit * 4 + quarter;
}

// Extends the heap by at least `size` bytes. Returns whether there was enough memory.
static int grow(size_t size) {
  if (!top) {
    top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    end = __builtin_wasm_memory_size(0) << pageBits;
  }
  if (top + size < top) return 0;
  if (top + size <= end) return 1;
  size_t pages = (top + size - end + (1u << pageBits) - 1) >> pageBits;
  // A large heap grows by an eighth, and by at most 64 MiB.
  size_t step = end >> (pageBits + 3);
  if (step < 16) step = 16;
  if (step > 1024) step = 1024;
  if (pages < step) pages = step;
  if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  end += pages << pageBits;
  return 1;
}

void *malloc(size_t wanted) {
  isExhausted = 1;
  if (wanted > maximumSize) return 0;
  size_t size;
  unsigned class = classOf(wanted + header, &size);
  if (size > limit || used > limit - size) return 0;
  Block *block = freeBlocks[class];
  if (block) {
    freeBlocks[class] = block->next;
  } else {
    if (!grow(size)) return 0;
    block = (Block *)top;
    top += size;
  }
  isExhausted = 0;
  ((uint32_t *)block)[0] = class;
  ((uint32_t *)block)[1] = (uint32_t)size;
  used += size;
  return (char *)block + header;
}

void free(void *pointer) {
  if (!pointer) return;
  Block *block = (Block *)((char *)pointer - header);
  unsigned class = ((uint32_t *)block)[0];
  used -= ((uint32_t *)block)[1];
  block->next = freeBlocks[class];
  freeBlocks[class] = block;
}

// Traps if there is not enough memory. Swift would use the address 0, which is valid on WebAssembly.
int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment > header) __builtin_trap();
  *pointer = malloc(size);
  if (!*pointer) __builtin_trap();
  return 0;
}

// Sets the largest number of bytes in use.
void retrace_limit(size_t bytes) { limit = bytes; }

// The number of bytes in use.
size_t retrace_used(void) { return used; }

// Whether the last allocation failed. After a trap, the loader reports the lack of memory as the reason.
uint32_t retrace_exhausted(void) { return isExhausted; }

// ---- Memory ----

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count; count--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

// ---- Hash seeds ----

static uint64_t seed = 0x9e3779b97f4a7c15;

// Sets the seed before the first call, so that a log cannot be made to put all its keys into one bucket.
void retrace_seed(uint32_t low, uint32_t high) { seed ^= (uint64_t)high << 32 | low; }

// splitmix64
void arc4random_buf(void *bytes, size_t count) {
  for (unsigned char *byte = bytes; count; count--) {
    seed += 0x9e3779b97f4a7c15;
    uint64_t mixed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    *byte++ = (unsigned char)(mixed ^ mixed >> 31);
  }
}

// ---- For tests ----

// Traps, as a fault of the module would.
void retrace_trap(void) { __builtin_trap(); }
