#include "BenchFloor.h"

#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

struct BenchFloor {
  MDB_env *environment;
  MDB_dbi events;
};

static int open_environment(MDB_env *environment, const char *directory) {
  int code = mdb_env_set_maxdbs(environment, 16);
  if (code == 0) code = mdb_env_set_mapsize(environment, (size_t)64 << 30);
  if (code == 0) code = mdb_env_open(environment, directory, MDB_NOTLS, 0600);
  return code;
}

static int open_table(MDB_env *environment, MDB_dbi *table) {
  MDB_txn *transaction;
  int code = mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction);
  if (code != 0) return code;
  code = mdb_dbi_open(transaction, "events", 0, table);
  if (code == 0) return mdb_txn_commit(transaction);
  mdb_txn_abort(transaction);
  return code;
}

int bench_floor_open(const char *directory, BenchFloor **result) {
  BenchFloor *floor = calloc(1, sizeof *floor);
  if (floor == NULL) return MDB_PANIC;
  int code = mdb_env_create(&floor->environment);
  if (code == 0) code = open_environment(floor->environment, directory);
  if (code == 0) code = open_table(floor->environment, &floor->events);
  if (code != 0) {
    bench_floor_close(floor);
    return code;
  }
  *result = floor;
  return 0;
}

void bench_floor_close(BenchFloor *floor) {
  mdb_env_close(floor->environment);
  free(floor);
}

static uint64_t big_endian(uint64_t number) { return __builtin_bswap64(number); }

static uint64_t sequence_of(const MDB_val *key) {
  uint64_t number;
  memcpy(&number, key->mv_data, sizeof number);
  return big_endian(number);
}

static int last(MDB_txn *transaction, MDB_dbi table, MDB_val *key, MDB_val *value) {
  MDB_cursor *cursor;
  int code = mdb_cursor_open(transaction, table, &cursor);
  if (code != 0) return code;
  code = mdb_cursor_get(cursor, key, value, MDB_LAST);
  mdb_cursor_close(cursor);
  return code;
}

static int append_all(
    MDB_txn *transaction, MDB_dbi table, const uint8_t *bytes, const intptr_t *ends,
    size_t count) {
  MDB_val key, value;
  int code = last(transaction, table, &key, &value);
  if (code != 0 && code != MDB_NOTFOUND) return code;
  uint64_t sequence = code == 0 ? sequence_of(&key) : 0;
  intptr_t start = 0;
  for (size_t index = 0; index < count; index++) {
    uint64_t number = big_endian(++sequence);
    key = (MDB_val){sizeof number, &number};
    value = (MDB_val){(size_t)(ends[index] - start), (void *)(bytes + start)};
    code = mdb_put(transaction, table, &key, &value, MDB_APPEND);
    if (code != 0) return code;
    start = ends[index];
  }
  return 0;
}

int bench_floor_append(
    BenchFloor *floor, const uint8_t *bytes, const intptr_t *ends, size_t count) {
  MDB_txn *transaction;
  int code = mdb_txn_begin(floor->environment, NULL, 0, &transaction);
  if (code != 0) return code;
  code = append_all(transaction, floor->events, bytes, ends, count);
  if (code == 0) return mdb_txn_commit(transaction);
  mdb_txn_abort(transaction);
  return code;
}

static uint64_t sum_of(const MDB_val *value) {
  const uint8_t *bytes = value->mv_data;
  size_t left = value->mv_size;
  uint64_t sum = 0, word;
  for (; left >= sizeof word; left -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    sum += word;
  }
  while (left-- > 0) sum += *bytes++;
  return sum;
}

int bench_floor_scan(BenchFloor *floor, uint64_t *count, uint64_t *sum) {
  MDB_txn *transaction;
  MDB_cursor *cursor;
  MDB_val key, value;
  *count = *sum = 0;
  int code = mdb_txn_begin(floor->environment, NULL, MDB_RDONLY, &transaction);
  if (code != 0) return code;
  code = mdb_cursor_open(transaction, floor->events, &cursor);
  if (code == 0) {
    code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
    for (; code == 0; code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
      *count += 1;
      *sum += sum_of(&value);
    }
    mdb_cursor_close(cursor);
  }
  mdb_txn_abort(transaction);
  return code == MDB_NOTFOUND ? 0 : code;
}

int bench_floor_last(BenchFloor *floor, uint64_t *sequence, uint64_t *sum) {
  MDB_txn *transaction;
  MDB_val key, value;
  int code = mdb_txn_begin(floor->environment, NULL, MDB_RDONLY, &transaction);
  if (code != 0) return code;
  code = last(transaction, floor->events, &key, &value);
  if (code == 0) {
    *sequence = sequence_of(&key);
    *sum = sum_of(&value);
  }
  mdb_txn_abort(transaction);
  return code;
}
