internal import CommandKit

extension CommandCatalogue {
  /// The names of commands in other programs, with advice on what to type in Retrace.
  ///
  /// A name of two words is refused before its second word is interpreted as an argument.
  static let commandHints: [CommandHint] =
    firstWords + wordsOfOtherPrograms + bookmarkWords + namingWords + tabWords
    + [
      CommandHint("window list", "“windows” lists them"),
      CommandHint("window ls", "“windows” lists them"),
      CommandHint("window open", "“window new” opens one"),
      CommandHint("window add", "“window new” opens one"),
      CommandHint("zoom list", "“zoom sites” lists the sites with a zoom of their own"),
      CommandHint("zoom set", "“zoom PERCENT” sets it"),
    ]

  private static let firstWords = [
    CommandHint("ls", lists), CommandHint("list", lists),
    CommandHint(
      "search", "“find WORDS” finds pages wherever they are, “go WORDS” searches the web"),
    CommandHint("rm", removes), CommandHint("delete", removes),
    CommandHint("remove", removes),
    CommandHint(
      "select", "“tab TAB” makes a tab the active one, “window N” focuses a window"),
    CommandHint(
      "goto", "“tab TAB” goes to a tab, “go ADDRESS” to an address, “at POINT” to a moment"),
    CommandHint(
      "clear", "Ctrl-L clears the screen; “forget URL” permanently removes a page"),
    CommandHint("version", "“retrace --version” prints it"),
    CommandHint("new", "“open ADDRESS” opens a tab, “window new” a window"),
    CommandHint("config", "“set” lists the settings"),
    CommandHint("settings", "“set” lists the settings"),
    CommandHint("who", "“why THING” shows the events that explain a thing, and who caused them"),
    CommandHint(
      "crash",
      "the last session is always restored; “restore POINT” restores an earlier moment"),
    CommandHint(
      "sessions",
      "“log” lists everything that happened, “at POINT” shows what was open "
        + "then"),
    CommandHint("watch", "“log --follow” shows what other processes write"),
    CommandHint("-h", "“help” lists the commands"),
    CommandHint("?", "“help” lists the commands"),
    CommandHint("man", "“help COMMAND” describes a command, with examples"),
    CommandHint("grep", "“find WORDS” finds pages wherever they are"),
    CommandHint("cat", "“show EVENT” shows an event, “source FILE” runs a file of commands"),
    CommandHint("vi", "“quit” or Ctrl-D leaves; “bookmark edit ID” changes a bookmark"),
    CommandHint("!!", "Up shows the previous line; “help keys” lists the keys"),
    CommandHint(":q", leaves),
    CommandHint(":q!", leaves),
    CommandHint(":wq", leaves),
    CommandHint("q", leaves),
    CommandHint("-n", "“log --limit N” shows the newest N events"),
  ]

  /// Names from version control systems and editors, which also have a history.
  private static let wordsOfOtherPrograms =
    [
      ("checkout", "“switch BRANCH” goes to a branch, “at POINT” looks at a moment"),
      ("revert", "“undo EVENT” undoes one action, “restore POINT” restores a moment"),
      ("rollback", "“undo” undoes the last action, “restore POINT” restores a moment"),
      ("reset", "“restore POINT” restores a moment"),
      ("stash", "“mark NAME” names the moment, and “restore NAME” restores it"),
      ("commit", kept), ("save", kept), (":w", kept),
      ("git", "“log”, “diff”, “branch”, “switch” and “undo” are separate commands"),
      ("kill", "“close TAB” closes a tab"), ("closetab", "“close TAB” closes a tab"),
      ("mv", "“move TAB N” moves a tab"), ("cp", "“duplicate TAB” opens a copy of a tab"),
      ("cd", "“tab TAB” goes to a tab, “window N” to a window, “at POINT” to a moment"),
      ("u", "“undo” undoes the last action"), ("tabnew", "“open ADDRESS” opens a tab"),
      ("h", "“help” lists the commands"),
    ].map { CommandHint($0, $1) }

  private static let kept = "every action is saved at once; “mark NAME” names the moment"

  private static let leaves = "“quit” or Ctrl-D leaves"

  private static let bookmarkWords = [
    CommandHint("bookmark add", "“bookmark URL” adds one"),
    CommandHint("bookmark new", "“bookmark URL” adds one"),
    CommandHint("bookmark list", "“bookmarks” lists them"),
    CommandHint("bookmark ls", "“bookmarks” lists them"),
    CommandHint("bookmark show", "“bookmarks” lists them"),
    CommandHint("bookmark find", "“bookmarks WORDS” finds them"),
    CommandHint("bookmark search", "“bookmarks WORDS” finds them"),
    CommandHint("bookmark rm", "“bookmark remove ID” removes one"),
    CommandHint("bookmark delete", "“bookmark remove ID” removes one"),
  ]

  /// Words that would otherwise be interpreted as part of a title, and would close or select the
  /// wrong tab.
  private static let tabWords =
    [
      ("others", "others"), ("other", "others"), ("left", "left"), ("right", "right"),
      ("duplicates", "duplicates"), ("duplicate", "duplicates"),
    ].map { word, option in
      CommandHint(
        "close \(word)", "“close --\(option)” closes those tabs; \(quoted("close", word))")
    } + [
      CommandHint(
        "close all",
        "“window close” closes the window, “close --others” all other tabs; "
          + "\(quoted("close", "all"))"
      ),
      CommandHint(
        "close tab",
        "“close 2” closes the second tab, “close” the active one; \(quoted("close", "tab"))"),
      CommandHint("close window", "“window close” closes one; \(quoted("close", "window"))"),
      CommandHint("tab next", "“next” goes to it; \(quoted("tab", "next"))"),
      CommandHint("tab previous", "“previous” goes to it; \(quoted("tab", "previous"))"),
      CommandHint("tab last", "“tab --last” goes to it; \(quoted("tab", "last"))"),
      CommandHint("tab new", "“open” opens one; \(quoted("tab", "new"))"),
      CommandHint("tab open", "“open” opens one; \(quoted("tab", "open"))"),
      CommandHint("tab close", "“close” closes one; \(quoted("tab", "close"))"),
      CommandHint("tab list", "“tabs” lists them; \(quoted("tab", "list"))"),
      CommandHint("tab ls", "“tabs” lists them; \(quoted("tab", "ls"))"),
      CommandHint(
        "reopen all", "“closed” lists what can be reopened; \(quoted("reopen", "all"))"),
      CommandHint("reopen last", "“reopen” reopens it; \(quoted("reopen", "last"))"),
    ]

  private static func quoted(_ command: String, _ word: String) -> String {
    "“\(command) -- \(word)” looks for this word"
  }

  /// Words that would otherwise be interpreted as a name, and would create something with that
  /// name.
  private static let namingWords =
    naming("folder", list: "bookmarks", removal: "“bookmark remove FOLDER” removes one")
    + naming("mark", list: "marks", removal: "“mark NAME --remove” removes one")
    + naming("branch", list: "branches", removal: "“branch NAME --hide” hides one")

  private static func naming(_ command: String, list: String, removal: String)
    -> [CommandHint]
  {
    let advice: [(words: [String], text: String)] = [
      (["list", "ls", "show", "find", "search"], "“\(list)” lists them"),
      (["add", "new", "create"], "“\(command) NAME” creates one"),
      (["rm", "delete", "remove"], removal),
    ]
    return advice.flatMap { words, text in
      words.map { word in
        CommandHint(
          "\(command) \(word)", "\(text), “\(command) -- \(word)” creates one with that name")
      }
    }
  }

  private static let lists = "“tabs” lists the tabs, “help” the commands"
  private static let removes =
    "“close TAB” closes a tab, “bookmark remove ID” removes a bookmark, “forget URL” permanently "
    + "removes a page"
}
