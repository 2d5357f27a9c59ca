#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>
#include <stdint.h>

// The yardstick of the measurements: liblmdb used directly, with the least that can be done.
// Every function returns 0 or a code of LMDB or of the system.

typedef struct BenchFloor BenchFloor;

// Opens an LMDB directory that has the tables of a profile, with default flags and durable commits.
int bench_floor_open(const char *directory, BenchFloor **floor);

void bench_floor_close(BenchFloor *floor);

// Puts records behind the last one in one transaction, with MDB_APPEND, and commits it. Record `n`
// ends at `ends[n]` and begins where the one before ends.
int bench_floor_append(
    BenchFloor *floor, const uint8_t *bytes, const intptr_t *ends, size_t count);

// Goes through all records with a cursor and adds up all of their bytes, eight at a time.
int bench_floor_scan(BenchFloor *floor, uint64_t *count, uint64_t *sum);

// Reads all bytes of the last record, and adds them up in the same way.
int bench_floor_last(BenchFloor *floor, uint64_t *sequence, uint64_t *sum);

// Keeps this process, and those that it starts from now on, on the core that it runs on.
int bench_stay_on_core(void);

#endif
