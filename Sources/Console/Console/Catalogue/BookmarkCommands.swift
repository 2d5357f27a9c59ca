internal import Addresses
internal import BrowserModel
internal import EventLog
internal import Notation
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

/// What the commands about bookmarks share.
extension Shell {
  func namedBookmark(_ arguments: Arguments) throws(CommandFailure) -> Bookmark {
    guard let reference = arguments.reference("bookmark") else {
      throw CommandFailure("noSuchBookmark", "Which bookmark? “bookmarks” lists them.")
    }
    return try bookmark(reference)
  }

  /// A URL to keep: of any scheme (B3), with `%s` left as it is (B2). What typing would search for is
  /// none: nobody wants to keep a search for a command that was mistyped.
  func bookmarkURL(_ text: String) throws(CommandFailure) -> String {
    if text.contains("%s"), URL(text.replacing("%s", with: "s")) != nil { return text }
    if let url = URL(text) { return url.href }
    let resolution = try resolve(text) { $0.allowsScript = true }
    guard let url = resolution.url, resolution.kind == .url else {
      throw CommandFailure("invalidAddress", "“\(text)” is no URL; \(Self.bookmarkHint(text))")
    }
    return url.href
  }

  /// The command that was meant, where its name is near; else all there are.
  private static func bookmarkHint(_ text: String) -> String {
    let names = Catalogue.table.index.secondWords(after: "bookmark")
    let first = text.prefix { $0 != " " }
    if let near = Nearest.name(to: String(first), among: names) {
      return "did you mean “bookmark \(near)\(text.dropFirst(first.count))”?"
    }
    return
      "after “bookmark” comes one, or \(names.joined(separator: ", ")); “bookmarks” lists them."
  }

  func tags(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { part in
      var part = part
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
  }

  func hasBookmark(of url: String) throws(CommandFailure) -> Bool {
    do throws(LogFailure) {
      return try store.isBookmarked(url)
    } catch {
      throw CommandFailure(error)
    }
  }

  func bookmarkedSentence(_ action: NewBookmark, isTwice: Bool) -> VisibleText {
    var sentence: VisibleText = "bookmarked \(action.title ?? action.url ?? "")"
    if isTwice { sentence += "; there is another bookmark of this URL" }
    return sentence
  }
}

/// What `bookmarks` shows.
extension Shell {
  func bookmarksAnswer(_ text: String?, _ words: LogText) -> Answer {
    let bookmarks = durableBrowser.bookmarks
    if let folder = folder(at: text ?? "", words) {
      if printsJSON { return Answer { json(words).bookmarks(&$0, of: folder) } }
      let shown = inside(folder).filter { !words.isForgotten($0) }
      let table = bookmarkTable(shown, depthOf: folder, words)
      return table.isEmpty
        ? Answer("There are no bookmarks.") : Answer(table, width: presentation.columns)
    }
    let wanted = [Needle](wordsOf: text ?? "")
    let found = bookmarks.all.filter { matches($0, wanted, words) && !words.isForgotten($0) }
    if printsJSON {
      return Answer { writer in
        writer.array("bookmarks") { writer in
          for bookmark in found { writer.object { json(words).bookmark(bookmark, &$0) } }
        }
      }
    }
    let table = bookmarkTable(found, depthOf: nil, words)
    return table.isEmpty
      ? Answer("No folder or bookmark matches.") : Answer(table, width: presentation.columns)
  }

  private func inside(_ folder: EventID) -> [Bookmark] {
    let bookmarks = durableBrowser.bookmarks
    guard folder.exists else { return bookmarks.all }
    return bookmarks.all.filter { $0.id != folder && bookmarks.contains($0.id, within: folder) }
  }

  private func matches(_ bookmark: Bookmark, _ wanted: [Needle], _ words: LogText) -> Bool {
    let fields = [
      words.text(.title, of: bookmark.title), words.text(.url, of: bookmark.url),
      words.text(.tags, of: bookmark.tags), words.text(.keyword, of: bookmark.keyword),
      words.text(.note, of: bookmark.note),
    ]
    return wanted.allSatisfy { word in fields.contains { $0.map(word.isIn) ?? false } }
  }

  /// One line each; indented below `folder`, or not at all for what was found.
  private func bookmarkTable(
    _ list: [Bookmark], depthOf folder: EventID?, _ words: LogText
  ) -> Table {
    let places = placesOfBookmarks
    var table = Table([.right, .left, .left])
    for bookmark in list {
      let depth = folder.map { self.depth(of: bookmark, below: $0) } ?? 0
      let indent = VisibleText(trusted: String(repeating: "  ", count: depth))
      table.add([
        "\(places[bookmark.id] ?? 0)", style.apply(.dim, to: "#\(bookmark.id.rawValue)"),
        indent + line(of: bookmark, words),
      ])
    }
    return table
  }

  /// The places of all bookmarks and folders in the whole list, from 1.
  private var placesOfBookmarks: [EventID: Int] {
    var places: [EventID: Int] = [:]
    for (offset, bookmark) in durableBrowser.bookmarks.all.enumerated() {
      places[bookmark.id] = offset + 1
    }
    return places
  }

  private func depth(of bookmark: Bookmark, below folder: EventID) -> Int {
    var depth = 0
    var parent = bookmark.parent
    while parent != folder, parent.exists {
      depth += 1
      parent = durableBrowser.bookmarks[parent]?.parent ?? .nothing
    }
    return depth
  }

  private func line(of bookmark: Bookmark, _ words: LogText) -> VisibleText {
    let title = words.text(.title, of: bookmark.title) ?? ""
    switch bookmark.kind {
    case .separator: return "────"
    case .folder: return style.apply(.bold, to: "\(title)/") + note(of: bookmark, words)
    case .bookmark:
      let url = words.text(.url, of: bookmark.url) ?? ""
      var line: VisibleText = title.isEmpty ? VisibleText(url) : "\(title) — \(url)"
      let tags = words.tags(of: bookmark)
      if !tags.isEmpty { line += style.apply(.cyan, to: " [\(tags.joined(separator: ", "))]") }
      if let keyword = words.text(.keyword, of: bookmark.keyword) {
        line += style.apply(.yellow, to: " \(keyword)")
      }
      return line + note(of: bookmark, words)
    }
  }

  /// The first line of what a person says about it.
  private func note(of bookmark: Bookmark, _ words: LogText) -> VisibleText {
    guard let note = words.text(.note, of: bookmark.note),
      let first = note.split(whereSeparator: \.isNewline).first
    else { return "" }
    let sign = first.utf8.count < note.utf8.count ? " …" : ""
    return style.apply(.dim, to: " “\(String(first))\(sign)”")
  }
}

/// Folders of bookmarks by their paths: `Work/Swift`; `/` and nothing are the top.
extension Shell {
  /// The folder at a path, nil where it does not exist.
  func folder(at path: String, _ words: LogText) -> EventID? {
    let place = place(at: path, words)
    return place.missing.isEmpty ? place.folder : nil
  }

  /// The folder at a path that has to exist.
  func existingFolder(at path: String) throws(CommandFailure) -> EventID {
    let place = try place(at: path)
    guard place.missing.isEmpty else {
      throw CommandFailure(
        "noSuchBookmark", "There is no folder “\(path)”; “folder \(path)” makes it.")
    }
    return place.folder
  }

  /// How far a path exists, and the names that are missing behind that.
  func place(at path: String) throws(CommandFailure) -> (folder: EventID, missing: [String]) {
    try read { place(at: path, $0) }
  }

  private func place(
    at path: String, _ words: LogText
  ) -> (folder: EventID, missing: [String]) {
    var folder = EventID.nothing
    var names = path.split(separator: "/").map(String.init)[...]
    while let name = names.first, let next = child(name, of: folder, words) {
      folder = next
      names.removeFirst()
    }
    return (folder, Array(names))
  }

  private func child(_ name: String, of folder: EventID, _ words: LogText) -> EventID? {
    let bookmarks = durableBrowser.bookmarks
    return bookmarks.children(of: folder).first { id in
      guard let bookmark = bookmarks[id], bookmark.kind == .folder else { return false }
      return words.text(.title, of: bookmark.title) == name
    }
  }
}
