/*
 * retrace.h: Retrace for C, and for all that can call C.
 *
 * Retrace keeps what a person does in a browser as a log of events, and works out everything else from
 * it: tabs, histories, undo, the state at any moment. A store is a profile in use.
 *
 *     retrace_handle store;
 *     int64_t tab;
 *     if (retrace_open("/home/me/profile", RETRACE_TERMINATED, 0, &store) != RETRACE_DONE) {
 *       fprintf(stderr, "%s\n", retrace_message());
 *       return 1;
 *     }
 *     retrace_open_tab(store, "swift.org", RETRACE_TERMINATED, &tab);
 *     retrace_undo(store, NULL);
 *     retrace_close(store);
 *
 * CODES. A call returns RETRACE_DONE, or why nothing was done: a code below zero, for which
 * retrace_message() has a sentence. What it gives through pointers is then 0 or NULL. A NULL in the
 * place of such a pointer says that it is not wanted.
 *
 * HANDLES are numbers. One that was closed, or never was one, is refused with RETRACE_BAD_HANDLE. A
 * profile is open once in a process; several processes may have it open at the same time.
 *
 * TEXT is UTF-8, a pointer and a length in bytes.
 *   What you pass is copied before the call returns. RETRACE_TERMINATED as the length says that it ends
 *   with a NUL byte. 16 MiB is the most.
 *   What you get stays until the same thread makes its next call that returns a code: copy what you need
 *   for longer. There is nothing to free. A NUL byte follows it, which the length does not count. NULL
 *   says that there is none.
 *
 * THREADS. Every function may be called from any thread. Calls that are about one store, or a moment of
 * it, are done one after the other; only retrace_wait() lets others pass while it waits. A child of fork()
 * opens stores of its own.
 *
 * IDS. Tabs, windows, groups and entries are named by the number of the event that made them, as in JSON
 * ("#7" is 7). 0 is none.
 */
#ifndef RETRACE_H
#define RETRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What calls return. All but the last are the codes of the protocol of `retrace serve`. */
enum {
  RETRACE_DONE = 0,
  /* The message is no JSON, or no request; there is no such method. */
  RETRACE_NOT_JSON = -32700,
  RETRACE_NOT_A_REQUEST = -32600,
  RETRACE_NO_SUCH_METHOD = -32601,
  /* An argument is missing, or is not what it should be. */
  RETRACE_BAD_ARGUMENTS = -32602,
  /* The state does not allow it, or the system: a tab that is not open, a disk that is full, a profile
     that was removed meanwhile. retrace_reason() says which. */
  RETRACE_REFUSED = -32001,
  /* The profile cannot be opened, or is damaged. */
  RETRACE_UNOPENED = -32003,
  /* This is no handle, or one that was closed, or a moment where a store is needed. */
  RETRACE_BAD_HANDLE = -32004
};

/* A store, or a moment of one; 0 is neither. */
typedef uint64_t retrace_handle;

/* The length of a text that ends with a NUL byte. */
#define RETRACE_TERMINATED SIZE_MAX

/* Returns the version of the library, such as "0.1.0". */
const char *retrace_version(void);

/* Returns why the last call of this thread failed, in a sentence; "" where it did not. */
const char *retrace_message(void);

/* Returns the word for it that programs can rely on, such as "noSuchTab"; "" where there is none. */
const char *retrace_reason(void);

/* ---- Opening ---- */

/* For retrace_open(): look, and write nothing. */
#define RETRACE_READ_ONLY 1u

/* Opens the profile in a directory. One is made where nothing is, unless it is opened to be read.
   RETRACE_UNOPENED where that cannot be. */
int retrace_open(const char *profile, size_t length, uint32_t flags, retrace_handle *store);

/* Opens a store with nothing on disk, which ends with its handle. */
int retrace_open_memory(retrace_handle *store);

/* Closes a store with all of its moments, or one moment. Whoever waits for its changes comes back with
   RETRACE_BAD_HANDLE. What was done is on disk already. */
int retrace_close(retrace_handle handle);

/* ---- Asking, in JSON ---- */

/* Does what a message asks for: a request of the protocol of `retrace serve` (JSON-RPC 2.0), that is any
   command of the console by its name, “subscribe”, “acknowledge”, or “hello” with the name of the program
   that acts.

       {"jsonrpc":"2.0","id":1,"method":"open","params":{"address":"swift.org","background":true}}

   The reply is the message that a server would send, also where the request failed; its code is what the
   call returns. Without an "id" there is none. `retrace help --schema` describes all methods.

   A moment that “at” puts in view is in view for messages, until “now”; other calls look at the present,
   and those that act are refused meanwhile. A branch that “switch” goes to is that of all calls. */
int retrace_call(retrace_handle store, const char *request, size_t length, const char **reply,
                 size_t *reply_length);

/* Waits until something is different in a store that has asked for it with “subscribe”, by this process or
   by others, and gives the notification “changed” of the protocol, with all that was written since the
   last one. To a store that has said “engine” it gives the notification “engine”, with what the views of
   tabs have to do. After so many milliseconds, and where a signal came, there is none. -1 waits without an
   end. RETRACE_REFUSED where neither was asked for. */
int retrace_wait(retrace_handle store, int32_t milliseconds, const char **change, size_t *length);

/* Gives a descriptor that poll(2) finds readable when retrace_wait() may have something: then call that
   with 0 milliseconds, which makes it quiet again. It is the store's: do not read or close it, and do not
   wait for it once the store is closed. RETRACE_REFUSED where nothing was subscribed. */
int retrace_descriptor(retrace_handle store, int *descriptor);

/* ---- Doing ---- */

/* Opens a tab in front, and goes where typed text leads: a URL, a domain, or words to search for. */
int retrace_open_tab(retrace_handle store, const char *typed, size_t length, int64_t *tab);

/* Goes where typed text leads. */
int retrace_navigate(retrace_handle store, int64_t tab, const char *typed, size_t length);

/* Goes back (-1, -2 …) or forward (1, 2 …) in the history of a tab; 0 reloads. */
int retrace_travel(retrace_handle store, int64_t tab, int32_t steps);

/* Brings a tab to the front of its window, which gets the focus. */
int retrace_select_tab(retrace_handle store, int64_t tab);

/* Closes a tab; its window closes with the last one. */
int retrace_close_tab(retrace_handle store, int64_t tab);

/* Says what the page of a tab is called. */
int retrace_report_title(retrace_handle store, int64_t tab, const char *title, size_t length);

/* Takes back what was done last, and brings back what was taken back last. Gives the first event of what
   it was. RETRACE_REFUSED ("nothingToDo") where there is nothing. */
int retrace_undo(retrace_handle store, int64_t *undone);
int retrace_redo(retrace_handle store, int64_t *redone);

/* ---- Looking: at the present of a store, or at a moment ---- */

/* Gives a moment of a store, which stays as it is whatever is done later: “now”, the number of an event
   such as “120”, a time such as “@12:00”, or the name of a mark or a branch. Close it in the end. */
int retrace_at(retrace_handle store, const char *point, size_t length, retrace_handle *moment);

/* Gives the newest event; 0 before the first. retrace_at() comes back to it. */
int retrace_sequence(retrace_handle handle, int64_t *sequence);

/* What a tab or an entry is. */
#define RETRACE_ACTIVE 0x01u         /* in front in its window; the current entry */
#define RETRACE_FOCUSED 0x02u        /* in the window that has the focus */
#define RETRACE_PINNED 0x04u
#define RETRACE_MUTED 0x08u
#define RETRACE_LOADING 0x10u
#define RETRACE_FAILED 0x20u         /* it did not load */
#define RETRACE_DISCARDED 0x40u      /* not loaded, to save memory */
#define RETRACE_CAN_GO_BACK 0x80u
#define RETRACE_CAN_GO_FORWARD 0x100u
#define RETRACE_FORGOTTEN 0x200u     /* words are lacking: they were forgotten */
#define RETRACE_DAMAGED 0x400u       /* words are lacking: they cannot be read */

/* An open tab. */
typedef struct retrace_tab {
  int64_t id;
  int64_t window;
  int64_t group;
  const char *title; /* NULL while none is known */
  size_t title_length;
  const char *url; /* "about:start" for the start page */
  size_t url_length;
  uint32_t flags;
} retrace_tab;

/* A page in the history of a tab. */
typedef struct retrace_entry {
  int64_t id;
  const char *title;
  size_t title_length;
  const char *url;
  size_t url_length;
  uint32_t flags;
} retrace_entry;

/* Gives the number of open tabs of all windows. */
int retrace_tab_count(retrace_handle handle, size_t *count);

/* Gives the tab in front in the window that has the focus; 0 where nothing is open. */
int retrace_active_tab(retrace_handle handle, int64_t *tab);

/* Gives the title of a tab's page; NULL while none is known. */
int retrace_tab_title(retrace_handle handle, int64_t tab, const char **title, size_t *length);

/* Gives the URL of a tab's page: that of its current entry. */
int retrace_tab_url(retrace_handle handle, int64_t tab, const char **url, size_t *length);

/* Gives the open tabs with their words, window by window, from left to right. The array is kept as text
   is. */
int retrace_tabs(retrace_handle handle, const retrace_tab **tabs, size_t *count);

/* Gives the history of a tab, the oldest entry first, and the place of the current one. */
int retrace_entries(retrace_handle handle, int64_t tab, const retrace_entry **entries, size_t *count,
                    size_t *current);

#ifdef __cplusplus
}
#endif

#endif
