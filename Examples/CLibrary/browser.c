/*
 * A browser session in C without a browser: tabs, Back, undo, and a past moment.
 *
 *     cc browser.c $(pkg-config --cflags --libs retrace) -o browser && ./browser
 */
#include <retrace.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call has failed. */
static void check(int code) {
  if (code == RETRACE_DONE) return;
  fprintf(stderr, "%s (%d %s)\n", retrace_message(), code, retrace_reason());
  exit(1);
}

/* Prints the tabs of a store or a moment. The array is valid until the next call. */
static void print_tabs(const char *title, retrace_handle handle) {
  const retrace_tab *tabs;
  size_t count;
  check(retrace_tabs(handle, &tabs, &count));
  printf("%s\n", title);
  for (size_t i = 0; i < count; i++)
    printf("%s #%lld  %s%s%s\n", tabs[i].flags & RETRACE_ACTIVE ? ">" : " ", (long long)tabs[i].id,
           tabs[i].title ? tabs[i].title : "", tabs[i].title ? " - " : "", tabs[i].url);
}

int main(int argc, char **argv) {
  retrace_handle store, before;
  if (argc > 1)
    check(retrace_open(argv[1], RETRACE_TERMINATED, 0, &store));
  else
    check(retrace_open_memory(&store));

  /* Frequent operations have their own functions. */
  int64_t tab, other, undone;
  check(retrace_open_tab(store, "swift.org", RETRACE_TERMINATED, &tab));
  check(retrace_report_title(store, tab, "Swift", RETRACE_TERMINATED));
  check(retrace_navigate(store, tab, "swift.org/documentation", RETRACE_TERMINATED));
  check(retrace_open_tab(store, "what is an event log", RETRACE_TERMINATED, &other));
  print_tabs("Two tabs:", store);

  /* A moment never changes. */
  check(retrace_at(store, "now", RETRACE_TERMINATED, &before));

  check(retrace_travel(store, tab, -1));
  check(retrace_close_tab(store, other));
  print_tabs("Back in the first, without the second:", store);
  check(retrace_undo(store, &undone));
  print_tabs("Undone:", store);
  print_tabs("As it was before Back:", before);

  /* All other commands are JSON requests, as for `retrace serve`. */
  const char *request =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pin\",\"params\":{\"tab\":2}}";
  const char *reply;
  check(retrace_call(store, request, RETRACE_TERMINATED, &reply, NULL));
  printf("%s\n", reply);

  /* A failed call provides a reason and a message. */
  if (retrace_close_tab(store, 4711) == RETRACE_REFUSED)
    printf("%s: %s\n", retrace_reason(), retrace_message());

  check(retrace_close(store)); /* with the moment */
  return 0;
}
