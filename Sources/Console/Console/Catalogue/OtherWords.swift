extension Catalogue {
  /// What other programs call a command, and what to type here.
  ///
  /// One of two words is refused before its second word is taken for an argument.
  static let otherWords: [OtherWord] =
    firstWords + bookmarkWords + namingWords + tabWords
    + [
      OtherWord("window list", "“windows” lists them"),
      OtherWord("window ls", "“windows” lists them"),
      OtherWord("window open", "“window new” opens one"),
      OtherWord("window add", "“window new” opens one"),
      OtherWord("zoom list", "“zoom sites” lists the sites with a zoom of their own"),
      OtherWord("zoom set", "“zoom PERCENT” sets it"),
    ]

  private static let firstWords = [
    OtherWord("ls", lists), OtherWord("list", lists),
    OtherWord("search", "“find WORDS” finds pages wherever they are, “go WORDS” searches the web"),
    OtherWord("rm", removes), OtherWord("delete", removes), OtherWord("remove", removes),
    OtherWord(
      "select", "“tab TAB” makes a tab the active one, “window N” gives a window the focus"),
    OtherWord(
      "goto", "“tab TAB” goes to a tab, “go ADDRESS” to an address, “at POINT” to a moment"),
    OtherWord("clear", "Ctrl-L clears the screen; “forget URL” takes a page out of the past"),
    OtherWord("version", "“retrace --version” prints it"),
    OtherWord("new", "“open ADDRESS” opens a tab, “window new” a window"),
    OtherWord("config", "“set” lists the settings"),
    OtherWord("settings", "“set” lists the settings"),
    OtherWord("who", "“why THING” shows which events made it so, and whose they are"),
    OtherWord(
      "crash",
      "what was open before one is open again; “restore POINT” brings back what there was earlier"),
    OtherWord("sessions", "“log” shows all that happened, “at POINT” what was open then"),
    OtherWord("watch", "“log --follow” shows what other processes write"),
    OtherWord("-h", "“help” lists the commands"),
    OtherWord("-n", "“log --limit N” shows the newest N events"),
  ]

  private static let bookmarkWords = [
    OtherWord("bookmark add", "“bookmark URL” adds one"),
    OtherWord("bookmark new", "“bookmark URL” adds one"),
    OtherWord("bookmark list", "“bookmarks” lists them"),
    OtherWord("bookmark ls", "“bookmarks” lists them"),
    OtherWord("bookmark show", "“bookmarks” lists them"),
    OtherWord("bookmark find", "“bookmarks WORDS” finds them"),
    OtherWord("bookmark search", "“bookmarks WORDS” finds them"),
    OtherWord("bookmark rm", "“bookmark remove ID” removes one"),
    OtherWord("bookmark delete", "“bookmark remove ID” removes one"),
  ]

  /// Words that would be taken for a part of a title, and close or select a tab that nobody meant.
  private static let tabWords =
    ["others", "left", "right", "duplicates"].map { word in
      OtherWord("close \(word)", "“close --\(word)” closes those; \(quoted("close", word))")
    } + [
      OtherWord(
        "close all",
        "“window close” closes the window, “close --others” all other tabs; \(quoted("close", "all"))"
      ),
      OtherWord("close tab", "“close” closes the active tab; \(quoted("close", "tab"))"),
      OtherWord("close window", "“window close” closes one; \(quoted("close", "window"))"),
      OtherWord("tab next", "“next” goes to it; \(quoted("tab", "next"))"),
      OtherWord("tab previous", "“previous” goes to it; \(quoted("tab", "previous"))"),
      OtherWord("tab last", "“tab --last” goes to it; \(quoted("tab", "last"))"),
      OtherWord("tab new", "“open” opens one; \(quoted("tab", "new"))"),
      OtherWord("tab open", "“open” opens one; \(quoted("tab", "open"))"),
      OtherWord("tab close", "“close” closes one; \(quoted("tab", "close"))"),
      OtherWord("tab list", "“tabs” lists them; \(quoted("tab", "list"))"),
      OtherWord("tab ls", "“tabs” lists them; \(quoted("tab", "ls"))"),
      OtherWord("reopen all", "“closed” lists what can be reopened; \(quoted("reopen", "all"))"),
      OtherWord("reopen last", "“reopen” reopens it; \(quoted("reopen", "last"))"),
    ]

  private static func quoted(_ command: String, _ word: String) -> String {
    "“\(command) -- \(word)” means what has that word"
  }

  /// Words that would make something of that name.
  private static let namingWords =
    naming("folder", list: "bookmarks", removal: "“bookmark remove FOLDER” removes one")
    + naming("mark", list: "marks", removal: "“mark NAME --remove” takes one away")
    + naming("branch", list: "branches", removal: "“branch NAME --hide” leaves one out of the list")

  private static func naming(_ command: String, list: String, removal: String) -> [OtherWord] {
    let advice: [(words: [String], text: String)] = [
      (["list", "ls", "show", "find", "search"], "“\(list)” lists them"),
      (["add", "new", "create"], "“\(command) NAME” makes one"),
      (["rm", "delete", "remove"], removal),
    ]
    return advice.flatMap { words, text in
      words.map { word in
        OtherWord("\(command) \(word)", "\(text), “\(command) -- \(word)” makes one of that name")
      }
    }
  }

  private static let lists = "“tabs” lists the tabs, “help” the commands"
  private static let removes =
    "“close TAB” closes a tab, “bookmark remove ID” removes a bookmark, “forget URL” takes a page out "
    + "of the past"
}
