/* Passes invalid arguments, and prints unexpected results. The exit status is 0 if there are none. */
#include <pthread.h>
#include <retrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Checks that a call has the expected result, and an explanation if it failed. */
static void expect(const char *what, int code, int expected) {
  int is_said = (retrace_message()[0] != 0) == (code != RETRACE_DONE);
  if (code == expected && is_said) return;
  printf("%s: %d instead of %d, “%s”\n", what, code, expected, retrace_message());
  failures++;
}
#define EXPECT(call, expected) expect(#call, call, expected)

/* Every call with an invalid handle. */
static void expect_bad_handle(retrace_handle h, int is_moment) {
  retrace_handle other = 1;
  int64_t number = 1;
  size_t size = 1;
  int descriptor = 1;
  const char *text = "";
  const retrace_tab *tabs = (const retrace_tab *)1;
  const retrace_entry *entries = (const retrace_entry *)1;
  EXPECT(retrace_call(h, "{}", 2, &text, &size), RETRACE_BAD_HANDLE);
  if (text != NULL || size != 0) printf("what failed gives nothing\n"), failures++;
  EXPECT(retrace_wait(h, -1, &text, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_descriptor(h, &descriptor), RETRACE_BAD_HANDLE);
  EXPECT(retrace_open_tab(h, "a.example", RETRACE_TERMINATED, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_navigate(h, 2, "a.example", RETRACE_TERMINATED), RETRACE_BAD_HANDLE);
  EXPECT(retrace_travel(h, 2, -1), RETRACE_BAD_HANDLE);
  EXPECT(retrace_select_tab(h, 2), RETRACE_BAD_HANDLE);
  EXPECT(retrace_close_tab(h, 2), RETRACE_BAD_HANDLE);
  EXPECT(retrace_report_title(h, 2, "a", 1), RETRACE_BAD_HANDLE);
  EXPECT(retrace_undo(h, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_redo(h, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_undo_title(h, &text, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_redo_title(h, &text, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_open_session(h, "a", 1, NULL, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_end_session(h), RETRACE_BAD_HANDLE);
  EXPECT(retrace_at(h, "now", 3, &other), RETRACE_BAD_HANDLE);
  if (other != 0 || number != 0) printf("what failed gives 0\n"), failures++;
  if (is_moment) return;
  EXPECT(retrace_sequence(h, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_tab_count(h, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_active_tab(h, &number), RETRACE_BAD_HANDLE);
  EXPECT(retrace_tab_title(h, 2, &text, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_tab_url(h, 2, &text, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_tabs(h, &tabs, &size), RETRACE_BAD_HANDLE);
  EXPECT(retrace_entries(h, 2, &entries, &size, &size), RETRACE_BAD_HANDLE);
  if (tabs != NULL || entries != NULL) printf("what failed gives NULL\n"), failures++;
  EXPECT(retrace_close(h), RETRACE_BAD_HANDLE);
}

static void handles(void) {
  retrace_handle store, moment, again;
  retrace_handle invented[] = {0, 1, 2, 4711, UINT32_MAX, UINT64_MAX};
  for (size_t i = 0; i < sizeof invented / sizeof *invented; i++) expect_bad_handle(invented[i], 0);
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  EXPECT(retrace_at(store, "now", 3, &moment), RETRACE_DONE);
  expect_bad_handle(store + 4711, 0);
  expect_bad_handle(moment, 1);
  EXPECT(retrace_close(moment), RETRACE_DONE);
  expect_bad_handle(moment, 0);
  EXPECT(retrace_at(store, "now", 3, &moment), RETRACE_DONE);
  EXPECT(retrace_close(store), RETRACE_DONE);
  expect_bad_handle(store, 0);
  expect_bad_handle(moment, 0);
  EXPECT(retrace_open_memory(&again), RETRACE_DONE);
  expect_bad_handle(store, 0);
  EXPECT(retrace_close(again), RETRACE_DONE);
}

static void nulls(void) {
  retrace_handle store;
  int64_t tab;
  size_t count;
  EXPECT(retrace_open(NULL, 0, 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open(NULL, RETRACE_TERMINATED, 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open("/tmp", RETRACE_TERMINATED, 0, NULL), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_memory(NULL), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  EXPECT(retrace_call(store, NULL, 5, NULL, NULL), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_tab(store, NULL, 0, &tab), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, &tab), RETRACE_DONE);
  EXPECT(retrace_navigate(store, tab, NULL, 1), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_report_title(store, tab, NULL, 1), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_at(store, NULL, 1, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  EXPECT(retrace_at(store, "now", 3, NULL), RETRACE_BAD_ARGUMENTS);
  /* Results that are not needed can be omitted. */
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, NULL), RETRACE_DONE);
  EXPECT(retrace_active_tab(store, &tab), RETRACE_DONE);
  EXPECT(retrace_call(store, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tabs\"}", RETRACE_TERMINATED, NULL,
                      NULL),
         RETRACE_DONE);
  EXPECT(retrace_sequence(store, NULL), RETRACE_DONE);
  EXPECT(retrace_tab_count(store, NULL), RETRACE_DONE);
  EXPECT(retrace_active_tab(store, NULL), RETRACE_DONE);
  EXPECT(retrace_tab_title(store, tab, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_tab_url(store, tab, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_tabs(store, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_entries(store, tab, NULL, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_undo(store, NULL), RETRACE_DONE);
  EXPECT(retrace_tab_count(store, &count), RETRACE_DONE);
  if (count != 0) printf("an undone tab is open\n"), failures++;
  EXPECT(retrace_redo(store, NULL), RETRACE_DONE);
  EXPECT(retrace_close(store), RETRACE_DONE);
}

static void arguments(void) {
  retrace_handle store;
  int64_t tab;
  int descriptor;
  int64_t none[] = {0, -1, 3, 4711, INT32_MAX, INT64_MAX, INT64_MIN};
  EXPECT(retrace_open("", 0, 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open("/tmp\0a", 6, 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open("\xff\xfe", 2, 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open("/tmp", 4, 6, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open("/dev/null", 9, 0, &store), RETRACE_UNOPENED);
  EXPECT(retrace_open("/nowhere/at/all", 15, RETRACE_READ_ONLY, &store), RETRACE_UNOPENED);
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  EXPECT(retrace_undo(store, NULL), RETRACE_REFUSED);
  EXPECT(retrace_open_tab(store, "\xc3", 1, &tab), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_tab(store, "http://[/", RETRACE_TERMINATED, &tab), RETRACE_REFUSED);
  EXPECT(retrace_open_tab(store, "a.example", SIZE_MAX - 1, &tab), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_tab(store, "a.example", (size_t)1 << 40, &tab), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, &tab), RETRACE_DONE);
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    EXPECT(retrace_navigate(store, none[i], "b.example", 9), RETRACE_REFUSED);
    EXPECT(retrace_travel(store, none[i], -1), RETRACE_REFUSED);
    EXPECT(retrace_select_tab(store, none[i]), RETRACE_REFUSED);
    EXPECT(retrace_close_tab(store, none[i]), RETRACE_REFUSED);
    EXPECT(retrace_report_title(store, none[i], "b", 1), RETRACE_REFUSED);
    EXPECT(retrace_tab_title(store, none[i], NULL, NULL), RETRACE_REFUSED);
    EXPECT(retrace_tab_url(store, none[i], NULL, NULL), RETRACE_REFUSED);
    EXPECT(retrace_entries(store, none[i], NULL, NULL, NULL), RETRACE_REFUSED);
    if (strcmp(retrace_reason(), "noSuchTab") != 0)
      printf("#%lld: %s\n", (long long)none[i], retrace_reason()), failures++;
  }
  EXPECT(retrace_travel(store, tab, INT32_MIN), RETRACE_REFUSED);
  EXPECT(retrace_travel(store, tab, INT32_MAX), RETRACE_REFUSED);
  EXPECT(retrace_at(store, "", 0, &store), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  retrace_handle moment;
  EXPECT(retrace_at(store, "4711", 4, &moment), RETRACE_REFUSED);
  EXPECT(retrace_at(store, "no such mark", RETRACE_TERMINATED, &moment), RETRACE_REFUSED);
  EXPECT(retrace_wait(store, 0, NULL, NULL), RETRACE_REFUSED);
  EXPECT(retrace_descriptor(store, &descriptor), RETRACE_REFUSED);
  EXPECT(retrace_close(store), RETRACE_DONE);
}

static void messages(void) {
  static const struct { const char *message; int code; } bad[] = {
      {"", RETRACE_NOT_JSON},
      {"{", RETRACE_NOT_JSON},
      {"\xff", RETRACE_NOT_JSON},
      {"[]", RETRACE_NOT_A_REQUEST},
      {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tabs\"}", RETRACE_NOT_A_REQUEST},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tabz\"}", RETRACE_NO_SUCH_METHOD},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"serve\"}", RETRACE_NO_SUCH_METHOD},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"quit\"}", RETRACE_NO_SUCH_METHOD},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tabs\",\"params\":[]}", RETRACE_BAD_ARGUMENTS},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"close\",\"params\":{\"tabs\":[7]}}", RETRACE_REFUSED},
  };
  retrace_handle store;
  const char *reply;
  size_t length;
  EXPECT(retrace_open_memory(&store), RETRACE_DONE);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    expect(bad[i].message, retrace_call(store, bad[i].message, RETRACE_TERMINATED, &reply, &length),
           bad[i].code);
    if (reply == NULL || strlen(reply) != length || strstr(reply, "\"error\"") == NULL)
      printf("%s: no reply\n", bad[i].message), failures++;
  }
  /* A notification has no reply. */
  EXPECT(retrace_call(store, "{\"jsonrpc\":\"2.0\",\"method\":\"tabs\"}", RETRACE_TERMINATED, &reply, &length),
         RETRACE_DONE);
  if (reply != NULL || length != 0) printf("a notification was answered\n"), failures++;

  /* While a message views the past, actions are refused, and other calls refer to the present. */
  const char *at = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"at\",\"params\":{\"point\":\"start\"}}";
  const char *now = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"now\"}";
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, NULL), RETRACE_DONE);
  EXPECT(retrace_call(store, at, RETRACE_TERMINATED, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_open_tab(store, "b.example", RETRACE_TERMINATED, NULL), RETRACE_REFUSED);
  EXPECT(retrace_tab_count(store, &length), RETRACE_DONE);
  if (length != 1) printf("the past is in view of all calls\n"), failures++;
  EXPECT(retrace_call(store, now, RETRACE_TERMINATED, NULL, NULL), RETRACE_DONE);
  EXPECT(retrace_open_tab(store, "b.example", RETRACE_TERMINATED, NULL), RETRACE_DONE);

  /* A message of 16 MiB is processed. A longer one is refused without being parsed. */
  size_t most = (size_t)16 << 20;
  char *large = malloc(most + 2);
  memset(large, ' ', most + 1);
  large[most + 1] = 0;
  const char *request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tabs\"}";
  memcpy(large, request, strlen(request));
  EXPECT(retrace_call(store, large, most, &reply, &length), RETRACE_DONE);
  EXPECT(retrace_call(store, large, most + 1, &reply, &length), RETRACE_BAD_ARGUMENTS);
  EXPECT(retrace_call(store, large, RETRACE_TERMINATED, &reply, &length), RETRACE_BAD_ARGUMENTS);
  memset(large, '[', most);
  EXPECT(retrace_call(store, large, most, &reply, &length), RETRACE_NOT_JSON);
  memset(large, 'a', most);
  retrace_open_tab(store, large, most, NULL); /* The result does not matter, but the call must return. */
  free(large);
  EXPECT(retrace_close(store), RETRACE_DONE);
}

static retrace_handle shared;
static const int rounds = 300;

/* Acts on a store that another thread uses too, and keeps the results. */
static void *act(void *argument) {
  (void)argument;
  for (int i = 0; i < rounds; i++) {
    int64_t tab;
    const char *url;
    if (retrace_open_tab(shared, "a.example", RETRACE_TERMINATED, &tab) != RETRACE_DONE ||
        retrace_tab_url(shared, tab, &url, NULL) != RETRACE_DONE ||
        strcmp(url, "https://a.example/") != 0 || retrace_close_tab(shared, tab) != RETRACE_DONE)
      return "a thread was refused";
  }
  return NULL;
}

/* Makes calls until another thread closes the store. */
static void *act_until_closed(void *argument) {
  (void)argument;
  int code;
  const char *text;
  while ((code = retrace_open_tab(shared, "a.example", RETRACE_TERMINATED, NULL)) == RETRACE_DONE) {
    const retrace_tab *tabs;
    size_t count;
    if (retrace_tabs(shared, &tabs, &count) == RETRACE_DONE && count == 0) return "no tab";
    retrace_call(shared, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"state\"}", RETRACE_TERMINATED, &text, NULL);
  }
  return code == RETRACE_BAD_HANDLE && retrace_message()[0] != 0 ? NULL : "not told that it is closed";
}

static void *wait_until_closed(void *argument) {
  (void)argument;
  const char *change;
  int code;
  while ((code = retrace_wait(shared, -1, &change, NULL)) == RETRACE_DONE)
    ;
  return code == RETRACE_BAD_HANDLE ? NULL : "not told that it is closed";
}

static void join(pthread_t thread) {
  void *fault;
  pthread_join(thread, &fault);
  if (fault != NULL) printf("%s\n", (const char *)fault), failures++;
}

static void threads(void) {
  pthread_t acting[4], waiting;
  size_t count;
  const char *subscribe = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\"}";
  EXPECT(retrace_open_memory(&shared), RETRACE_DONE);
  for (int i = 0; i < 4; i++) pthread_create(&acting[i], NULL, act, NULL);
  for (int i = 0; i < 4; i++) join(acting[i]);
  int64_t sequence;
  EXPECT(retrace_sequence(shared, &sequence), RETRACE_DONE);
  EXPECT(retrace_tab_count(shared, &count), RETRACE_DONE);
  if (count != 0 || sequence < 2 * 4 * rounds) printf("%lld events\n", (long long)sequence), failures++;
  EXPECT(retrace_close(shared), RETRACE_DONE);

  for (int round = 0; round < 20; round++) {
    EXPECT(retrace_open_memory(&shared), RETRACE_DONE);
    EXPECT(retrace_call(shared, subscribe, RETRACE_TERMINATED, NULL, NULL), RETRACE_DONE);
    pthread_create(&waiting, NULL, wait_until_closed, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&acting[i], NULL, act_until_closed, NULL);
    do {
      EXPECT(retrace_tab_count(shared, &count), RETRACE_DONE);
    } while (count < 10);
    EXPECT(retrace_close(shared), RETRACE_DONE);
    for (int i = 0; i < 2; i++) join(acting[i]);
    join(waiting);
  }
}

/* Reads moments until the store is closed, and closes every second one. */
static void *look_until_closed(void *argument) {
  retrace_handle store = *(retrace_handle *)argument, moment;
  int code, count = 0;
  while ((code = retrace_at(store, "now", 3, &moment)) == RETRACE_DONE) {
    retrace_tabs(moment, NULL, NULL);
    if (count++ % 2) retrace_close(moment);
  }
  return code == RETRACE_BAD_HANDLE ? NULL : "not told that it is closed";
}

/* A closed profile can be opened again at once, regardless of other threads. */
static void reopening(const char *path) {
  pthread_t looking[2];
  retrace_handle store, again;
  for (int round = 0; round < 20; round++) {
    EXPECT(retrace_open(path, RETRACE_TERMINATED, 0, &store), RETRACE_DONE);
    for (int i = 0; i < 2; i++) pthread_create(&looking[i], NULL, look_until_closed, &store);
    for (int i = 0; i < 20; i++) EXPECT(retrace_tab_count(store, NULL), RETRACE_DONE);
    EXPECT(retrace_close(store), RETRACE_DONE);
    EXPECT(retrace_open(path, RETRACE_TERMINATED, 0, &again), RETRACE_DONE);
    EXPECT(retrace_close(again), RETRACE_DONE);
    for (int i = 0; i < 2; i++) join(looking[i]);
  }
}

/* A profile that is removed, and one that is already open. */
static void profiles(const char *path) {
  retrace_handle store, twin;
  char command[4096];
  const char *reply;
  EXPECT(retrace_open(path, RETRACE_TERMINATED, 0, &store), RETRACE_DONE);
  EXPECT(retrace_open(path, RETRACE_TERMINATED, 0, &twin), RETRACE_UNOPENED);
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, NULL), RETRACE_DONE);
  EXPECT(retrace_close(store), RETRACE_DONE);
  reopening(path);
  EXPECT(retrace_open(path, RETRACE_TERMINATED, RETRACE_READ_ONLY, &store), RETRACE_DONE);
  EXPECT(retrace_open_tab(store, "a.example", RETRACE_TERMINATED, NULL), RETRACE_REFUSED);
  EXPECT(retrace_close(store), RETRACE_DONE);
  EXPECT(retrace_open(path, RETRACE_TERMINATED, 0, &store), RETRACE_DONE);
  snprintf(command, sizeof command, "rm -r '%s'", path);
  if (system(command) != 0) failures++;
  EXPECT(retrace_open_tab(store, "b.example", RETRACE_TERMINATED, NULL), RETRACE_REFUSED);
  EXPECT(retrace_undo(store, NULL), RETRACE_REFUSED);
  const char *open = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"open\",\"params\":{\"address\":\"b.example\"}}";
  EXPECT(retrace_call(store, open, RETRACE_TERMINATED, &reply, NULL), RETRACE_REFUSED);
  EXPECT(retrace_close(store), RETRACE_DONE);
}

int main(int argc, char **argv) {
  handles();
  nulls();
  arguments();
  messages();
  threads();
  if (argc > 1) profiles(argv[1]);
  if (failures == 0) printf("all refused\n");
  return failures == 0 ? 0 : 1;
}
