internal import Addresses
internal import BrowserModel
internal import Store

extension Catalogue {
  static let bookmarks: [Command<Shell, Answer>] = [
    bookmark, bookmarksList, bookmarkEdit, bookmarkMove, bookmarkRemove, bookmarkOpen, folder,
  ]

  private static let fields: [CommandOption] = [
    .value("title", "T", .word, "its title"),
    .value("tags", "A,B", .word, "its tags, separated by commas"),
    .value("keyword", "K", .word, "a word that stands for it in the address field"),
    .value("note", "N", .word, "what you want to say about it"),
  ]

  private static let bookmark = command(
    CommandDeclaration(
      "bookmark", in: .bookmarks, .writes, "keep the page, or a URL, as a bookmark",
      details: [
        "A keyword with %s in the URL makes a search: “bookmark https://example.com/?q=%s --keyword ex” "
          + "lets “go ex words” lead there.",
        "A bookmark is written to disk, also from a private window.",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: fields + [.value("folder", "PATH", .folder, "the folder, made where it is missing")],
      examples: [
        .init("bookmark", "keep the page of the active tab"),
        .init("bookmark https://swift.org --folder Languages --tags code,apple", "keep a URL"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    var action = NewBookmark(.bookmark)
    action.title = arguments.text("title")
    if let text = arguments.text("url") {
      action.url = try shell.bookmarkURL(text)
    } else {
      let tab = try shell.tab(nil)
      let browser = shell.browser(of: tab.id)
      action.url = try shell.read { browser.url(of: tab, text: $0) }
      if action.title == nil {
        let title = try shell.read { browser.title(of: tab, text: $0) }
        action.title = title.isEmpty ? nil : title
      }
    }
    action.tags = shell.tags(arguments.text("tags"))
    action.keyword = arguments.text("keyword")
    action.note = arguments.text("note")
    if let path = arguments.text("folder") {
      (action.folder, action.newFolders) = try shell.place(at: path)
    }
    let isTwice = try shell.hasBookmark(of: action.url ?? "")
    let performed = try shell.perform(.addBookmark(action))
    return shell.answer(performed, shell.bookmarkedSentence(action, isTwice: isTwice))
  }

  private static let bookmarksList = command(
    CommandDeclaration(
      "bookmarks", in: .bookmarks, .reads,
      "show the bookmarks, a folder of them, or those that match",
      details: [
        "With --json: {\"bookmarks\":[…]}, each with id, kind (bookmark, folder or separator), title and "
          + "note; a bookmark with url, tags and keyword, a folder with its children."
      ],
      takes: [.optional("words", .folderOrWords, label: "PATH|WORDS")],
      examples: [
        .init("bookmarks", "show the tree"), .init("bookmarks Work/Swift", "show a folder"),
        .init("bookmarks swift", "find these words in titles, URLs, tags and notes"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let text = arguments.text("words")
    return try shell.view { shell.bookmarksAnswer(text, $0) }
  }

  private static let bookmarkEdit = command(
    CommandDeclaration(
      "bookmark edit", in: .bookmarks, .writes, "change a bookmark or folder",
      takes: [.required("bookmark", .bookmark, label: "ID")],
      options: fields + [.value("url", "URL", .word, "its URL")],
      examples: [.init("bookmark edit #31 --title Better", "give it another title")])
  ) { shell, arguments throws(CommandFailure) in
    let id = try shell.namedBookmark(arguments).id
    var edit = BookmarkEdit()
    edit.title = arguments.text("title")
    edit.url = try arguments.text("url").map { text throws(CommandFailure) in
      try shell.bookmarkURL(text)
    }
    if arguments.has("tags") { edit.tags = shell.tags(arguments.text("tags")) }
    edit.keyword = arguments.text("keyword")
    edit.note = arguments.text("note")
    return shell.answer(try shell.perform(.editBookmark(id, edit)), "changed #\(id.rawValue)")
  }

  private static let bookmarkMove = command(
    CommandDeclaration(
      "bookmark move", in: .bookmarks, .writes, "move a bookmark or folder",
      takes: [.required("bookmark", .bookmark, label: "ID")],
      options: [
        .value("folder", "PATH", .folder, "into this folder; / is the top"),
        .value("position", "N", .positive, "to this place in it"),
      ],
      examples: [.init("bookmark move #31 --folder Work --position 1", "to the front of a folder")])
  ) { shell, arguments throws(CommandFailure) in
    let bookmark = try shell.namedBookmark(arguments)
    var folder = bookmark.parent
    if let path = arguments.text("folder") { folder = try shell.existingFolder(at: path) }
    let performed = try shell.perform(
      .moveBookmark(
        bookmark.id, folder: folder, index: arguments.integer("position").map { $0 - 1 }))
    return shell.answer(performed, "moved #\(bookmark.id.rawValue)")
  }

  private static let bookmarkRemove = command(
    CommandDeclaration(
      "bookmark remove", in: .bookmarks, .writes, "remove a bookmark or folder",
      takes: [.required("bookmark", .bookmark, label: "ID")],
      options: [.flag("all", "also a folder with everything in it")],
      examples: [
        .init("bookmark remove #31", "remove it"),
        .init("bookmark remove #30 --all", "remove a folder with everything in it"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let id = try shell.namedBookmark(arguments).id
    let performed = try shell.perform(.removeBookmark(id, all: arguments.has("all")))
    return shell.answer(performed, "removed #\(id.rawValue)")
  }

  private static let bookmarkOpen = command(
    CommandDeclaration(
      "bookmark open", in: .bookmarks, .writes, "open a bookmark in the active tab",
      takes: [.required("bookmark", .bookmark, label: "ID")],
      options: [
        .flag("new-tab", "open it in a new tab"),
        .flag("allow-script", "follow a javascript: address"),
      ],
      examples: [
        .init("bookmark open 2", "open the second of “bookmarks”"),
        .init("bookmark open #31 --new-tab", "open one by its id in a new tab"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let bookmark = try shell.namedBookmark(arguments)
    guard let text = try shell.read({ $0.text(.url, of: bookmark.url) }) else {
      throw CommandFailure("notAllowed", "A folder cannot be opened.")
    }
    // Older imports kept texts as they were.
    guard let url = URL(text) else {
      throw CommandFailure("invalidAddress", "What this bookmark holds is no address.")
    }
    if url.scheme == "javascript", !arguments.has("allow-script") {
      throw CommandFailure(
        "invalidAddress", "This bookmark is a program; --allow-script follows it.")
    }
    let destination = Destination(url.href, transition: .bookmark)
    if arguments.has("new-tab") {
      let performed = try shell.perform(.open(OpenTab(destination)), isPrivate: shell.isPrivate)
      shell.followFocus(to: performed.openedTab)
      return shell.answer(performed, shell.sentence("opened", performed.openedTab))
    }
    return try shell.go(to: destination)
  }

  private static let folder = command(
    CommandDeclaration(
      "folder", in: .bookmarks, .writes, "make a folder of bookmarks",
      takes: [.required("path", .folder)],
      examples: [.init("folder Work/Swift", "make a folder, and the one it is in")])
  ) { shell, arguments throws(CommandFailure) in
    let path = arguments.text("path") ?? ""
    var (parent, names) = try shell.place(at: path)
    guard let title = names.popLast() else {
      throw CommandFailure(
        "nothingToDo", "There is a folder “\(path)” already: #\(parent.rawValue).")
    }
    let performed = try shell.perform(
      .addBookmark(NewBookmark(.folder, title: title, folder: parent, newFolders: names)))
    return shell.answer(performed, "made folder \(path) (#\(performed.sequence.rawValue))")
  }
}
