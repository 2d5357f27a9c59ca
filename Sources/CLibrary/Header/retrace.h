/*
 * retrace.h: Retrace for C and for other languages that can call C.
 *
 * Retrace records what the user does in a browser as a log of events, and derives everything else from
 * the log, such as tabs, histories, undo and the state at any moment. A store is a profile in use.
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
 * HANDLES are numbers. Calls with a closed or invalid handle fail with RETRACE_BAD_HANDLE. A process can
 * open a profile only once, but several processes may have the profile open at the same time.
 *
 * TEXT is UTF-8, passed as a pointer and a length in bytes.
 *   Text that you pass is copied before the call returns. The length RETRACE_TERMINATED means that the text
 *   ends with a NUL byte. The maximum length is 16 MiB.
 *   Text that you receive is valid until the next call of the same thread that returns a code. Copy it if
 *   you need it longer. There is nothing to free. A NUL byte follows the text and is not included in the
 *   length. NULL means that there is no text.
 *
 * THREADS. Every function may be called from any thread. Calls that use the same store, or moments of it, run
 * one at a time. Only retrace_wait() lets other calls proceed while it waits. A child of fork() must open its
 * own stores.
 *
 * IDS. The id of a tab, window, group or entry is the number of the event that created it, as in JSON. In
 * requests, an integer is an id, and a string is a position ("2:3"), an id ("#7") or words. "#7" in messages
 * means 7. 0 means that there is no such object.
 */
#ifndef RETRACE_H
#define RETRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The return values of calls. All failures except RETRACE_BAD_HANDLE are also codes of the protocol of
   `retrace serve`. */
enum {
  RETRACE_DONE = 0,
  /* The message is not JSON, is not a request, or names a method that does not exist. */
  RETRACE_NOT_JSON = -32700,
  RETRACE_NOT_A_REQUEST = -32600,
  RETRACE_NO_SUCH_METHOD = -32601,
  /* An argument is missing or invalid. */
  RETRACE_BAD_ARGUMENTS = -32602,
  /* The state or the system does not allow the call. For example, a tab is not open, the disk is full, or
     the profile was removed. retrace_reason() returns the reason. */
  RETRACE_REFUSED = -32001,
  /* The profile cannot be opened or is damaged. */
  RETRACE_UNOPENED = -32003,
  /* The handle is invalid or closed, or it belongs to a moment but a store is required. */
  RETRACE_BAD_HANDLE = -32004
};

/* A handle of a store, or of a moment of a store. 0 is never a valid handle. */
typedef uint64_t retrace_handle;

/* The length of a text that ends with a NUL byte. */
#define RETRACE_TERMINATED SIZE_MAX

/* Returns the version of the library, such as "0.1.0". */
const char *retrace_version(void);

/* Returns a sentence about the failure of this thread's last call, or "" if the call succeeded. */
const char *retrace_message(void);

/* Returns the name of the reason for the failure of this thread's last call, such as "noSuchTab", or "" if
   there is none. Programs can rely on these names. */
const char *retrace_reason(void);

/* ---- Opening ---- */

/* A flag of retrace_open() that opens the profile read-only. */
#define RETRACE_READ_ONLY 1u

/* Opens the profile in a directory. A missing profile is created, unless it is opened read-only.
   Returns RETRACE_UNOPENED if the profile cannot be opened. */
int retrace_open(const char *profile, size_t length, uint32_t flags, retrace_handle *store);

/* Opens a store in memory. Its contents are lost when its handle is closed. */
int retrace_open_memory(retrace_handle *store);

/* Closes a moment, or a store and all of its moments. Calls that are waiting for changes of the store return
   RETRACE_BAD_HANDLE. Nothing needs to be saved, because every change is already on disk. */
int retrace_close(retrace_handle handle);

/* ---- Requests in JSON ---- */

/* Executes a request of the protocol of `retrace serve` (JSON-RPC 2.0). The methods are the commands of the
   console, “subscribe”, “acknowledge”, and “hello”, which sends the name of the program that acts.

       {"jsonrpc":"2.0","id":1,"method":"open","params":{"address":"swift.org","background":true}}

   Custom values, which are data of your own, are set with “value set” and read with “value get” and “values”.

   The reply is the message that a server would send, even if the request failed. The call returns the code
   of the reply. A request without an "id" has no reply. `retrace help --schema` describes all methods.

   An array of requests is a batch, whose reply is an array. The call then returns RETRACE_DONE, and the
   replies contain the failures. “perform” performs several commands as one action. “hello” with
   {"private":true} allows private windows, which exist only in the memory of this process.

   “at” and “branch” are parameters of every command, for a single request. After the request “at”, requests
   read an earlier moment until “now” is sent. Other functions still read the present,
   but functions that change something fail during that time. “switch” changes the branch for all functions. */
int retrace_call(retrace_handle store, const char *request, size_t length, const char **reply,
                 size_t *reply_length);

/* Waits until this process or another process changes the profile. If “subscribe” was sent to the store,
   returns the protocol's notification “changed” with everything written since the last such notification. If
   “engine” was sent to the store, returns the notification “engine” with the commands for the views of tabs.
   If the given number of milliseconds has passed or a signal has arrived, the notification is NULL. -1 waits
   forever. Returns RETRACE_REFUSED if neither request was sent. */
int retrace_wait(retrace_handle store, int32_t milliseconds, const char **change, size_t *length);

/* Returns a descriptor that poll(2) reports as readable when retrace_wait() may have a notification. Then
   call retrace_wait() with 0 milliseconds, which resets the descriptor. The descriptor belongs to the store.
   Do not read or close it, and do not wait for it after closing the store. Returns RETRACE_REFUSED if
   neither “subscribe” nor “engine” was sent. */
int retrace_descriptor(retrace_handle store, int *descriptor);

/* ---- Actions ---- */

/* Opens and selects a tab, and navigates to typed text, which is a URL, a domain or search terms. */
int retrace_open_tab(retrace_handle store, const char *typed, size_t length, int64_t *tab);

/* Navigates a tab to typed text. */
int retrace_navigate(retrace_handle store, int64_t tab, const char *typed, size_t length);

/* Goes back (-1, -2 …) or forward (1, 2 …) in the history of a tab, or reloads the page (0). */
int retrace_travel(retrace_handle store, int64_t tab, int32_t steps);

/* Selects a tab in its window, and focuses the window. */
int retrace_select_tab(retrace_handle store, int64_t tab);

/* Closes a tab. Closing the last tab of a window closes the window. */
int retrace_close_tab(retrace_handle store, int64_t tab);

/* Reports the title of the page of a tab. */
int retrace_report_title(retrace_handle store, int64_t tab, const char *title, size_t length);

/* Undo the last action, or redo the action that was undone last, and return the first event of that action.
   Return RETRACE_REFUSED ("nothingToDo") if there is nothing to undo or redo. */
int retrace_undo(retrace_handle store, int64_t *undone);
int retrace_redo(retrace_handle store, int64_t *redone);

/* Return a description of the action that retrace_undo() or retrace_redo() would undo or redo, such as “closed
   https://swift.org/”, or NULL if there is none. */
int retrace_undo_title(retrace_handle store, const char **title, size_t *length);
int retrace_redo_title(retrace_handle store, const char **title, size_t *length);

/* ---- Runs of a front end ---- */

#define RETRACE_CRASHED 0x01u /* the previous run did not end normally */
#define RETRACE_SUSPECT 0x02u /* two runs crashed within a minute, so restoring the tabs may crash again */

/* Records that a front end with an engine has started. `front_end` is its name, 1 to 100 bytes. Returns flags
   about the previous runs, and the tab that was loading before the crashes of a suspect state, or 0. In a suspect
   state, show the start page, and ask the user before you restore the tabs. */
int retrace_open_session(retrace_handle store, const char *front_end, size_t length, uint32_t *flags,
                         int64_t *suspect);

/* Records that the front end has ended normally. Call it before retrace_close(). */
int retrace_end_session(retrace_handle store);

/* ---- Reading the present of a store, or a moment ---- */

/* Opens a moment of a store. The point is “now”, the number of an event such as “120”, a time such as
   “@12:00”, or the name of a mark or a branch. A moment never changes. Close its handle when it is no longer
   needed. */
int retrace_at(retrace_handle store, const char *point, size_t length, retrace_handle *moment);

/* Returns the number of the newest event, or 0 if there is none yet. retrace_at() accepts this number. */
int retrace_sequence(retrace_handle handle, int64_t *sequence);

/* Properties of a tab or an entry. */
#define RETRACE_ACTIVE 0x01u         /* the active tab of its window; the current entry */
#define RETRACE_FOCUSED 0x02u        /* in the window that has the focus */
#define RETRACE_PINNED 0x04u
#define RETRACE_MUTED 0x08u
#define RETRACE_LOADING 0x10u
#define RETRACE_FAILED 0x20u         /* the page could not be loaded */
#define RETRACE_DISCARDED 0x40u      /* unloaded to save memory */
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

/* Returns the title of a tab's page, or NULL if it is unknown. */
int retrace_tab_title(retrace_handle handle, int64_t tab, const char **title, size_t *length);

/* Returns the URL of a tab's page, which is the page of the tab's current entry. */
int retrace_tab_url(retrace_handle handle, int64_t tab, const char **url, size_t *length);

/* Returns the open tabs with their text, window by window, from left to right. The array is valid for as
   long as text that you receive. */
int retrace_tabs(retrace_handle handle, const retrace_tab **tabs, size_t *count);

/* Returns the history of a tab, oldest entry first, and the index of the current entry. */
int retrace_entries(retrace_handle handle, int64_t tab, const retrace_entry **entries, size_t *count,
                    size_t *current);

#ifdef __cplusplus
}
#endif

#endif
