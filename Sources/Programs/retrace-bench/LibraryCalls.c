/* Measures calls of libretrace: loads the library at a path, and prints a line of times. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <retrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/* A function of the library. */
#define FUNCTION(name) __typeof__(&name) name##_call = (__typeof__(&name))dlsym(library, #name)

static void check(int code) {
  if (code != RETRACE_DONE) exit(1);
}

enum { actions = 20000, undos = 100, lists = 500, tabs = 50 };

int main(int argc, char **argv) {
  double start = microseconds();
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  double load = microseconds() - start;
  if (library == NULL) return 1;
  FUNCTION(retrace_open_memory);
  FUNCTION(retrace_open);
  FUNCTION(retrace_open_tab);
  FUNCTION(retrace_navigate);
  FUNCTION(retrace_travel);
  FUNCTION(retrace_report_title);
  FUNCTION(retrace_undo);
  FUNCTION(retrace_redo);
  FUNCTION(retrace_tabs);
  FUNCTION(retrace_close);

  retrace_handle store;
  int64_t tab;
  check(retrace_open_memory_call(&store));
  check(retrace_open_tab_call(store, "https://a.example/", RETRACE_TERMINATED, &tab));
  check(retrace_navigate_call(store, tab, "https://b.example/", RETRACE_TERMINATED));
  start = microseconds();
  for (int i = 0; i < undos; i++) check(i % 2 ? retrace_redo_call(store, NULL) : retrace_undo_call(store, NULL));
  double undo = (microseconds() - start) / undos;
  start = microseconds();
  for (int i = 0; i < actions; i++) check(retrace_travel_call(store, tab, i % 2 ? 1 : -1));
  double travel = (microseconds() - start) / actions;
  start = microseconds();
  for (int i = 0; i < actions; i++)
    check(retrace_navigate_call(store, tab, i % 2 ? "https://c.example/page" : "https://d.example/page",
                                RETRACE_TERMINATED));
  double navigate = (microseconds() - start) / actions;
  check(retrace_close_call(store));

  if (argc < 3) return 1;
  check(retrace_open_call(argv[2], RETRACE_TERMINATED, 0, &store));
  for (int i = 0; i < tabs; i++) {
    char url[64];
    snprintf(url, sizeof url, "https://site%d.example/articles/%d", i, i * 4711);
    check(retrace_open_tab_call(store, url, RETRACE_TERMINATED, &tab));
    check(retrace_report_title_call(store, tab, "What a page is called, more or less", RETRACE_TERMINATED));
  }
  const retrace_tab *list;
  size_t count;
  start = microseconds();
  for (int i = 0; i < lists; i++) check(retrace_tabs_call(store, &list, &count));
  double listing = (microseconds() - start) / lists;
  check(retrace_close_call(store));
  printf("%f %f %f %f %f\n", load, travel, navigate, undo, listing);
  return count == tabs ? 0 : 1;
}
