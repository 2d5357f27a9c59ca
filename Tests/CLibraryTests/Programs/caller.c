/* Passes each line of its input to retrace_call, and prints the replies. */
#define _GNU_SOURCE
#include <retrace.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  retrace_handle store;
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  if (retrace_open_memory(&store) != RETRACE_DONE) return 1;
  while ((length = getline(&line, &capacity, stdin)) > 0) {
    const char *reply;
    size_t reply_length;
    retrace_call(store, line, (size_t)length, &reply, &reply_length);
    if (reply != NULL) {
      fwrite(reply, 1, reply_length, stdout);
      putchar('\n');
    }
  }
  free(line);
  return retrace_close(store);
}
