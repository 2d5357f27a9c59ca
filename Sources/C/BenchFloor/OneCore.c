#define _GNU_SOURCE
#include "BenchFloor.h"

#include <errno.h>
#include <sched.h>

int bench_stay_on_core(void) {
  int core = sched_getcpu();
  if (core < 0) return errno;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}
