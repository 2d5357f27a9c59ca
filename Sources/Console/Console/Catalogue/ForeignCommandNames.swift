extension Catalogue {
  /// What other programs call a command, and what to type here.
  ///
  /// One of two words is refused before its second word is taken for an argument.
  static let foreignNames: [ForeignCommandName] =
    firstWords + wordsOfOtherPrograms + bookmarkWords + namingWords + tabWords
    + [
      ForeignCommandName("window list", "“windows” lists them"),
      ForeignCommandName("window ls", "“windows” lists them"),
      ForeignCommandName("window open", "“window new” opens one"),
      ForeignCommandName("window add", "“window new” opens one"),
      ForeignCommandName("zoom list", "“zoom sites” lists the sites with a zoom of their own"),
      ForeignCommandName("zoom set", "“zoom PERCENT” sets it"),
    ]

  private static let firstWords = [
    ForeignCommandName("ls", lists), ForeignCommandName("list", lists),
    ForeignCommandName(
      "search", "“find WORDS” finds pages wherever they are, “go WORDS” searches the web"),
    ForeignCommandName("rm", removes), ForeignCommandName("delete", removes),
    ForeignCommandName("remove", removes),
    ForeignCommandName(
      "select", "“tab TAB” makes a tab the active one, “window N” gives a window the focus"),
    ForeignCommandName(
      "goto", "“tab TAB” goes to a tab, “go ADDRESS” to an address, “at POINT” to a moment"),
    ForeignCommandName(
      "clear", "Ctrl-L clears the screen; “forget URL” takes a page out of the past"),
    ForeignCommandName("version", "“retrace --version” prints it"),
    ForeignCommandName("new", "“open ADDRESS” opens a tab, “window new” a window"),
    ForeignCommandName("config", "“set” lists the settings"),
    ForeignCommandName("settings", "“set” lists the settings"),
    ForeignCommandName("who", "“why THING” shows which events made it so, and whose they are"),
    ForeignCommandName(
      "crash",
      "what was open before one is open again; “restore POINT” brings back what there was earlier"),
    ForeignCommandName("sessions", "“log” shows all that happened, “at POINT” what was open then"),
    ForeignCommandName("watch", "“log --follow” shows what other processes write"),
    ForeignCommandName("-h", "“help” lists the commands"),
    ForeignCommandName("?", "“help” lists the commands"),
    ForeignCommandName("man", "“help COMMAND” shows one with examples"),
    ForeignCommandName("grep", "“find WORDS” finds pages wherever they are"),
    ForeignCommandName("cat", "“show EVENT” shows an event, “source FILE” runs a file of commands"),
    ForeignCommandName("vi", "“quit” or Ctrl-D leaves; “bookmark edit ID” changes a bookmark"),
    ForeignCommandName("!!", "Up brings the last line back; “help keys” lists the keys"),
    ForeignCommandName(":q", leaves),
    ForeignCommandName(":q!", leaves),
    ForeignCommandName(":wq", leaves),
    ForeignCommandName("q", leaves),
    ForeignCommandName("-n", "“log --limit N” shows the newest N events"),
  ]

  /// Those of version control and of editors, which have a past as well.
  private static let wordsOfOtherPrograms =
    [
      ("checkout", "“switch BRANCH” goes to a branch, “at POINT” looks at a moment"),
      ("revert", "“undo EVENT” takes one action back, “restore POINT” brings a moment back"),
      ("rollback", "“undo” takes back what was done last, “restore POINT” brings a moment back"),
      ("reset", "“restore POINT” brings a moment back"),
      ("stash", "“mark NAME” names the moment, and “restore NAME” brings it back"),
      ("commit", kept), ("save", kept), (":w", kept),
      ("git", "“log”, “diff”, “branch”, “switch” and “undo” are commands by themselves"),
      ("kill", "“close TAB” closes a tab"), ("closetab", "“close TAB” closes a tab"),
      ("mv", "“move TAB N” moves a tab"), ("cp", "“duplicate TAB” opens a copy of a tab"),
      ("cd", "“tab TAB” goes to a tab, “window N” to a window, “at POINT” to a moment"),
      ("u", "“undo” takes back what was done last"), ("tabnew", "“open ADDRESS” opens a tab"),
      ("h", "“help” lists the commands"),
    ].map { ForeignCommandName($0, $1) }

  private static let kept = "every action is kept as it is done; “mark NAME” names the moment"

  private static let leaves = "“quit” or Ctrl-D leaves"

  private static let bookmarkWords = [
    ForeignCommandName("bookmark add", "“bookmark URL” adds one"),
    ForeignCommandName("bookmark new", "“bookmark URL” adds one"),
    ForeignCommandName("bookmark list", "“bookmarks” lists them"),
    ForeignCommandName("bookmark ls", "“bookmarks” lists them"),
    ForeignCommandName("bookmark show", "“bookmarks” lists them"),
    ForeignCommandName("bookmark find", "“bookmarks WORDS” finds them"),
    ForeignCommandName("bookmark search", "“bookmarks WORDS” finds them"),
    ForeignCommandName("bookmark rm", "“bookmark remove ID” removes one"),
    ForeignCommandName("bookmark delete", "“bookmark remove ID” removes one"),
  ]

  /// Words that would be taken for a part of a title, and close or select a tab that nobody meant.
  private static let tabWords =
    [
      ("others", "others"), ("other", "others"), ("left", "left"), ("right", "right"),
      ("duplicates", "duplicates"), ("duplicate", "duplicates"),
    ].map { word, option in
      ForeignCommandName(
        "close \(word)", "“close --\(option)” closes those; \(quoted("close", word))")
    } + [
      ForeignCommandName(
        "close all",
        "“window close” closes the window, “close --others” all other tabs; \(quoted("close", "all"))"
      ),
      ForeignCommandName(
        "close tab",
        "“close 2” closes the second tab, “close” the active one; \(quoted("close", "tab"))"),
      ForeignCommandName("close window", "“window close” closes one; \(quoted("close", "window"))"),
      ForeignCommandName("tab next", "“next” goes to it; \(quoted("tab", "next"))"),
      ForeignCommandName("tab previous", "“previous” goes to it; \(quoted("tab", "previous"))"),
      ForeignCommandName("tab last", "“tab --last” goes to it; \(quoted("tab", "last"))"),
      ForeignCommandName("tab new", "“open” opens one; \(quoted("tab", "new"))"),
      ForeignCommandName("tab open", "“open” opens one; \(quoted("tab", "open"))"),
      ForeignCommandName("tab close", "“close” closes one; \(quoted("tab", "close"))"),
      ForeignCommandName("tab list", "“tabs” lists them; \(quoted("tab", "list"))"),
      ForeignCommandName("tab ls", "“tabs” lists them; \(quoted("tab", "ls"))"),
      ForeignCommandName(
        "reopen all", "“closed” lists what can be reopened; \(quoted("reopen", "all"))"),
      ForeignCommandName("reopen last", "“reopen” reopens it; \(quoted("reopen", "last"))"),
    ]

  private static func quoted(_ command: String, _ word: String) -> String {
    "“\(command) -- \(word)” means what has that word"
  }

  /// Words that would make something of that name.
  private static let namingWords =
    naming("folder", list: "bookmarks", removal: "“bookmark remove FOLDER” removes one")
    + naming("mark", list: "marks", removal: "“mark NAME --remove” takes one away")
    + naming("branch", list: "branches", removal: "“branch NAME --hide” leaves one out of the list")

  private static func naming(_ command: String, list: String, removal: String)
    -> [ForeignCommandName]
  {
    let advice: [(words: [String], text: String)] = [
      (["list", "ls", "show", "find", "search"], "“\(list)” lists them"),
      (["add", "new", "create"], "“\(command) NAME” makes one"),
      (["rm", "delete", "remove"], removal),
    ]
    return advice.flatMap { words, text in
      words.map { word in
        ForeignCommandName(
          "\(command) \(word)", "\(text), “\(command) -- \(word)” makes one of that name")
      }
    }
  }

  private static let lists = "“tabs” lists the tabs, “help” the commands"
  private static let removes =
    "“close TAB” closes a tab, “bookmark remove ID” removes a bookmark, “forget URL” takes a page out "
    + "of the past"
}
