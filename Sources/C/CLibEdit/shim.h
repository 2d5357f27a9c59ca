#ifndef CLIBEDIT_SHIM_H
#define CLIBEDIT_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

/* el_set, el_wset and history_w are variadic, which Swift cannot call: one function for each use.
   The wide forms are used throughout, because the narrow ones crash on text that the locale
   cannot encode. */

typedef unsigned char (*edit_key)(EditLine *_Nonnull, int);
typedef wchar_t *_Nonnull (*edit_prompt)(EditLine *_Nonnull);
typedef int (*edit_reader)(EditLine *_Nonnull, wchar_t *_Nonnull);

static inline EditLine *_Nullable edit_open(const char *_Nonnull program) {
  return el_init(program, stdin, stdout, stderr);
}

static inline void edit_set_client(EditLine *_Nonnull line, void *_Nonnull client) {
  el_set(line, EL_CLIENTDATA, client);
}

static inline void *_Nonnull edit_client(EditLine *_Nonnull line) {
  void *client = NULL;
  el_get(line, EL_CLIENTDATA, &client);
  return client;
}

static inline int edit_set_signal_handling(EditLine *_Nonnull line, int on) {
  return el_set(line, EL_SIGNAL, on);
}

static inline int edit_set_reader(EditLine *_Nonnull line, edit_reader _Nonnull reader) {
  return el_set(line, EL_GETCFN, reader);
}

static inline int edit_set_prompts(EditLine *_Nonnull line, edit_prompt _Nonnull left,
                                   edit_prompt _Nonnull right, wchar_t delimiter) {
  if (el_wset(line, EL_PROMPT_ESC, left, delimiter) != 0) return -1;
  return el_wset(line, EL_RPROMPT_ESC, right, delimiter);
}

static inline int edit_set_editor(EditLine *_Nonnull line, const char *_Nonnull editor) {
  return el_set(line, EL_EDITOR, editor);
}

static inline int edit_uses_vi(EditLine *_Nonnull line) {
  const char *editor = NULL;
  return el_get(line, EL_EDITOR, &editor) == 0 && editor != NULL && editor[0] == 'v';
}

static inline int edit_add_function(EditLine *_Nonnull line, const char *_Nonnull name,
                                    const char *_Nonnull summary, edit_key _Nonnull function) {
  return el_set(line, EL_ADDFN, name, summary, function);
}

static inline int edit_bind(EditLine *_Nonnull line, const char *_Nonnull key,
                            const char *_Nonnull function) {
  const char *words[] = {"bind", key, function, NULL};
  return el_parse(line, 3, words);
}

static inline int edit_set_raw(EditLine *_Nonnull line, int raw) {
  return el_set(line, EL_PREP_TERM, raw);
}

static inline int edit_refresh(EditLine *_Nonnull line) {
  return el_set(line, EL_REFRESH, NULL);
}

static inline int edit_set_history(EditLine *_Nonnull line, HistoryW *_Nonnull history) {
  return el_wset(line, EL_HIST, history_w, history);
}

static inline int edit_history_limit(HistoryW *_Nonnull history, int limit) {
  HistEventW event;
  if (history_w(history, &event, H_SETSIZE, limit) != 0) return -1;
  return history_w(history, &event, H_SETUNIQUE, 1);
}

static inline int edit_history_enter(HistoryW *_Nonnull history, const wchar_t *_Nonnull text) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, text);
}

static inline int edit_history_clear(HistoryW *_Nonnull history) {
  HistEventW event;
  return history_w(history, &event, H_CLEAR);
}

/* The next entry that goes on as a text begins, from the newest or from where the last call ended;
   libedit itself always begins with the newest. An entry of several lines is none. */
static inline const wchar_t *_Nullable edit_history_find(HistoryW *_Nonnull history,
                                                         const wchar_t *_Nonnull beginning,
                                                         int from_newest) {
  size_t length = wcslen(beginning);
  HistEventW event;
  int status = history_w(history, &event, from_newest ? H_FIRST : H_NEXT);
  for (; status == 0; status = history_w(history, &event, H_NEXT)) {
    if (wcsncmp(event.str, beginning, length) == 0 && event.str[length] != 0 &&
        wcschr(event.str, L'\n') == NULL)
      return event.str;
  }
  return NULL;
}

/* Exists, but the Glibc module does not show it. */
extern int wcwidth(wchar_t);
static inline int edit_width(wchar_t character) { return wcwidth(character); }

#endif
