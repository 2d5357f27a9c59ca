/*
 * retrace.h: Retrace for C, and for every language that can call C.
 *
 * Retrace records what the user does in a browser as a log of events, and derives everything else from
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
 * CODES. A call returns RETRACE_DONE, or a negative code if it failed and changed nothing. In that case,
 * retrace_message() returns a sentence about the failure, and all results stored through pointers are 0 or
 * NULL. Pass NULL for a pointer if its result is not needed.
 *
 * HANDLES are numbers. A closed or invalid handle is rejected with RETRACE_BAD_HANDLE. A process can open
 * a profile only once, but several processes may have it open at the same time.
 *
 * TEXT is UTF-8, passed as a pointer and a length in bytes.
 *   Text that you pass is copied before the call returns. The length RETRACE_TERMINATED means that the text
 *   ends with a NUL byte. The maximum length is 16 MiB.
 *   Text that you receive is valid until the next call of the same thread that returns a code. Copy it if
 *   you need it longer. There is nothing to free. A NUL byte follows the text and is not included in the
 *   length. NULL means that there is no text.
 *
 * THREADS. Every function may be called from any thread. Calls for one store, or for a moment of it, are
 * serialised. Only retrace_wait() lets other calls proceed while it waits. A child of fork() must open its
 * own stores.
 *
 * IDS. The id of a tab, window, group or entry is the number of the event that created it, as in JSON
 * ("#7" is 7). 0 means none.
 */
#ifndef RETRACE_H
#define RETRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return values of calls. All except the last are codes of the protocol of `retrace serve`. */
enum {
  RETRACE_DONE = 0,
  /* The message is not JSON, or not a request, or there is no such method. */
  RETRACE_NOT_JSON = -32700,
  RETRACE_NOT_A_REQUEST = -32600,
  RETRACE_NO_SUCH_METHOD = -32601,
  /* An argument is missing or invalid. */
  RETRACE_BAD_ARGUMENTS = -32602,
  /* The state or the system does not allow the call: for example, a tab is not open, the disk is full, or
     the profile was removed meanwhile. retrace_reason() returns the reason. */
  RETRACE_REFUSED = -32001,
  /* The profile cannot be opened, or is damaged. */
  RETRACE_UNOPENED = -32003,
  /* The handle is invalid or closed, or it is a moment but a store is required. */
  RETRACE_BAD_HANDLE = -32004
};

/* A store, or a moment of a store. 0 is neither. */
typedef uint64_t retrace_handle;

/* The length of a text that ends with a NUL byte. */
#define RETRACE_TERMINATED SIZE_MAX

/* Returns the version of the library, such as "0.1.0". */
const char *retrace_version(void);

/* Returns a sentence about the failure of the last call of this thread, or "" if it succeeded. */
const char *retrace_message(void);

/* Returns the reason for the failure as a code that programs can rely on, such as "noSuchTab", or "" if
   there is none. */
const char *retrace_reason(void);

/* ---- Opening ---- */

/* A flag of retrace_open(): open the profile for reading only. */
#define RETRACE_READ_ONLY 1u

/* Opens the profile in a directory. If there is none, it is created, unless it is opened for reading only.
   Returns RETRACE_UNOPENED if the profile cannot be opened. */
int retrace_open(const char *profile, size_t length, uint32_t flags, retrace_handle *store);

/* Opens a store in memory. Its contents are lost when its handle is closed. */
int retrace_open_memory(retrace_handle *store);

/* Closes a store with all of its moments, or one moment. Calls that are waiting for its changes return
   RETRACE_BAD_HANDLE. All changes are already on disk. */
int retrace_close(retrace_handle handle);

/* ---- Asking, in JSON ---- */

/* Executes a request of the protocol of `retrace serve` (JSON-RPC 2.0): any command of the console by its
   name, “subscribe”, “acknowledge”, or “hello” with the name of the program that acts.

       {"jsonrpc":"2.0","id":1,"method":"open","params":{"address":"swift.org","background":true}}

   The reply is the message that a server would send, even if the request failed. The call returns the code
   of the reply. A request without an "id" has no reply. `retrace help --schema` describes all methods.

   If “at” shows an earlier moment, it stays shown for messages until “now”. Other calls still read the
   present, and calls that change something are refused meanwhile. “switch” changes the branch of all
   calls. */
int retrace_call(retrace_handle store, const char *request, size_t length, const char **reply,
                 size_t *reply_length);

/* Waits until this process or another one changes the profile of a store that has sent “subscribe”, and
   returns the notification “changed” of the protocol, with everything written since the last one. For a
   store that has sent “engine”, it returns the notification “engine”, with the commands for the views of
   tabs. If the given number of milliseconds has passed, or a signal arrived, there is no notification. -1
   waits forever. Returns RETRACE_REFUSED if neither request was sent. */
int retrace_wait(retrace_handle store, int32_t milliseconds, const char **change, size_t *length);

/* Returns a descriptor that poll(2) reports as readable when retrace_wait() may have a notification. Then
   call retrace_wait() with 0 milliseconds, which resets the descriptor. It belongs to the store: do not
   read or close it, and do not wait for it after closing the store. Returns RETRACE_REFUSED if nothing was
   subscribed. */
int retrace_descriptor(retrace_handle store, int *descriptor);

/* ---- Acting ---- */

/* Opens and selects a tab, and navigates to typed text: a URL, a domain, or search terms. */
int retrace_open_tab(retrace_handle store, const char *typed, size_t length, int64_t *tab);

/* Navigates to typed text. */
int retrace_navigate(retrace_handle store, int64_t tab, const char *typed, size_t length);

/* Goes back (-1, -2 …) or forward (1, 2 …) in the history of a tab; 0 reloads. */
int retrace_travel(retrace_handle store, int64_t tab, int32_t steps);

/* Selects a tab in its window, and focuses the window. */
int retrace_select_tab(retrace_handle store, int64_t tab);

/* Closes a tab. Its window closes with its last tab. */
int retrace_close_tab(retrace_handle store, int64_t tab);

/* Reports the title of the page of a tab. */
int retrace_report_title(retrace_handle store, int64_t tab, const char *title, size_t length);

/* Undoes the last action, or redoes the action that was undone last. Returns the first event of that action.
   Returns RETRACE_REFUSED ("nothingToDo") if there is nothing to undo or redo. */
int retrace_undo(retrace_handle store, int64_t *undone);
int retrace_redo(retrace_handle store, int64_t *redone);

/* ---- Reading: the present of a store, or a moment ---- */

/* Returns a moment of a store, which never changes: “now”, the number of an event such as “120”, a time such
   as “@12:00”, or the name of a mark or a branch. Close it when it is no longer needed. */
int retrace_at(retrace_handle store, const char *point, size_t length, retrace_handle *moment);

/* Returns the newest event, or 0 before the first. retrace_at() can return to it. */
int retrace_sequence(retrace_handle handle, int64_t *sequence);

/* Properties of a tab or an entry. */
#define RETRACE_ACTIVE 0x01u         /* the active tab of its window; the current entry */
#define RETRACE_FOCUSED 0x02u        /* in the window that has the focus */
#define RETRACE_PINNED 0x04u
#define RETRACE_MUTED 0x08u
#define RETRACE_LOADING 0x10u
#define RETRACE_FAILED 0x20u         /* it did not load */
#define RETRACE_DISCARDED 0x40u      /* not loaded, to save memory */
#define RETRACE_CAN_GO_BACK 0x80u
#define RETRACE_CAN_GO_FORWARD 0x100u
#define RETRACE_FORGOTTEN 0x200u     /* text is missing because it was forgotten */
#define RETRACE_DAMAGED 0x400u       /* text is missing because it cannot be read */

/* An open tab. */
typedef struct retrace_tab {
  int64_t id;
  int64_t window;
  int64_t group;
  const char *title; /* NULL if unknown */
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

/* Returns the number of open tabs in all windows. */
int retrace_tab_count(retrace_handle handle, size_t *count);

/* Returns the active tab of the focused window, or 0 if nothing is open. */
int retrace_active_tab(retrace_handle handle, int64_t *tab);

/* Returns the title of a tab's page, or NULL if unknown. */
int retrace_tab_title(retrace_handle handle, int64_t tab, const char **title, size_t *length);

/* Returns the URL of a tab's page, which is that of its current entry. */
int retrace_tab_url(retrace_handle handle, int64_t tab, const char **url, size_t *length);

/* Returns the open tabs with their text, window by window, from left to right. The array is valid as long
   as received text. */
int retrace_tabs(retrace_handle handle, const retrace_tab **tabs, size_t *count);

/* Returns the history of a tab, oldest entry first, and the index of the current one. */
int retrace_entries(retrace_handle handle, int64_t tab, const retrace_entry **entries, size_t *count,
                    size_t *current);

#ifdef __cplusplus
}
#endif

#endif
