internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Commands about bookmarks and their folders.
enum BookmarkCommands {
  static let all: [ConsoleCommand] = [
    add, list, edit, move, remove, open, makeFolder,
  ]

  private static let fields: [CommandOption] = [
    .value("title", "T", .word, "its title"),
    .value("tags", "A,B", .tags, "its tags, separated by commas"),
    .value("keyword", "K", .word, "a word that opens the bookmark from the address field"),
    .value("note", "N", .word, "a note"),
  ]

  private static let add = CommandCatalogue.command(
    CommandDeclaration(
      "bookmark", in: .bookmarks, .writes, "bookmark the page of the active tab, or a URL",
      details: [
        "If the URL contains %s, the keyword starts a search: after “bookmark "
          + "https://example.com/?q=%s --keyword ex”, “go ex words” searches for “words”.",
        "A bookmark is written to disk, even from a private window.",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: fields + [
        .value(
          "folder", "PATH", .folder,
          "the folder, which is created if missing")
      ],
      examples: [
        .init("bookmark", "bookmark the page of the active tab"),
        .init("bookmark https://swift.org --folder Languages --tags code,apple", "bookmark a URL"),
      ])
  ) { context, arguments throws in
    var action = NewBookmark(.bookmark)
    action.title = arguments.text("title")
    if let text = arguments.text("url") {
      action.url = try bookmarkURL(text, titled: action.title, in: context)
    } else {
      let tab = try context.tab(nil)
      let browser = context.browser(of: tab.id)
      action.url = try context.read { browser.url(of: tab, text: $0) }
      if action.title == nil {
        let title = try context.read { browser.title(of: tab, text: $0) }
        action.title = title.isEmpty ? nil : title
      }
    }
    action.tags = tags(arguments.text("tags"))
    action.keyword = arguments.text("keyword")
    action.note = arguments.text("note")
    if let path = arguments.text("folder") {
      let place = try FolderPath.read(path, in: context)
      (action.folder, action.newFolders) = (place.folder, place.missing)
    }
    let isTwice = try hasBookmark(of: action.url ?? "", in: context)
    let performed = try context.perform(.addBookmark(action))
    return context.answer(performed, bookmarkedSentence(action, isTwice: isTwice, in: context))
  }

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "bookmarks", in: .bookmarks, .reads,
      "show all bookmarks, a folder, or the bookmarks that match",
      takes: [.optional("words", .folderOrWords, label: "PATH|WORDS")],
      options: [
        .value(
          "tag", "TAG", .text, isRepeatable: true,
          "show only bookmarks with "
            + "this tag")
      ],
      answers: BookmarkAnswer.list.shape,
      examples: [
        .init("bookmarks", "show the tree"), .init("bookmarks Work/Swift", "show a folder"),
        .init("bookmarks swift", "find these words in titles, URLs, tags and notes"),
        .init("bookmarks --tag swift", "show bookmarks with a tag, ignoring case"),
      ])
  ) { context, arguments throws in
    let text = arguments.text("words")
    let tags = arguments.texts("tag")
    return try context.readLibrary {
      BookmarkList(context, $0.bookmarks, $1).answer(text, tags: tags)
    }
  }

  private static let edit = CommandCatalogue.command(
    CommandDeclaration(
      "bookmark edit", in: .bookmarks, .writes, "change bookmarks or folders",
      details: [
        "--tags and --note can change several bookmarks at once. The other options change a single "
          + "one."
      ],
      takes: [.repeated("bookmark", .bookmark, label: "BOOKMARK")],
      options: fields + [.value("url", "URL", .word, "its URL")],
      examples: [
        .init("bookmark edit #31 --title Better", "give it another title"),
        .init("bookmark edit 3-7 --tags work", "give five bookmarks these tags"),
      ])
  ) { context, arguments throws in
    let bookmarks = try namedBookmarks(arguments, in: context)
    if bookmarks.count > 1, let name = ["title", "keyword", "url"].first(where: arguments.has) {
      throw CommandError(
        "conflict",
        "--\(name) changes a single bookmark, but \(bookmarks.count) were named. Name only one, or "
          + "use --tags or --note.",
        status: .usage)
    }
    var edit = BookmarkEdit()
    edit.title = arguments.text("title")
    edit.url = try arguments.text("url").map { text in
      try bookmarkURL(text, titled: edit.title, in: context)
    }
    if arguments.has("tags") { edit.tags = tags(arguments.text("tags")) }
    edit.keyword = arguments.text("keyword")
    edit.note = arguments.text("note")
    let edited =
      bookmarks.count == 1 ? bookmarks : try bookmarks.changed(by: edit, in: context)
    guard !edited.isEmpty else {
      throw CommandError("nothingToDo", "The bookmarks already have these tags and this note.")
    }
    let performed = try context.perform(asOne: edited.map { .editBookmark($0.id, edit) })
    return context.answer(performed, "changed \(label(edited))")
  }

  private static let move = CommandCatalogue.command(
    CommandDeclaration(
      "bookmark move", in: .bookmarks, .writes, "move bookmarks or folders",
      takes: [.repeated("bookmark", .bookmark, label: "BOOKMARK")],
      options: [
        .value("folder", "PATH", .folder, "the folder to move to; / is the top level"),
        .value("position", "N", .positive, "the position in the folder, for a single bookmark"),
      ],
      examples: [
        .init(
          "bookmark move #31 --folder Work "
            + "--position 1", "move a bookmark to the front of a folder"),
        .init("bookmark move 3-7 --folder Work", "move five bookmarks to the end of a folder"),
      ])
  ) { context, arguments throws in
    let bookmarks = try namedBookmarks(arguments, in: context)
    let position = arguments.integer("position")
    guard position == nil || bookmarks.count == 1 else {
      throw CommandError(
        "conflict",
        "--position requires a single bookmark. Without it, bookmarks are moved to the end.",
        status: .usage)
    }
    let folder = try arguments.text("folder").map { path in
      try FolderPath.readFolder(at: path, in: context)
    }
    let performed = try context.perform(
      asOne: bookmarks.map {
        .moveBookmark($0.id, folder: folder ?? $0.parent, index: position.map { $0 - 1 })
      })
    return context.answer(performed, "moved \(label(bookmarks))")
  }

  private static let remove = CommandCatalogue.command(
    CommandDeclaration(
      "bookmark remove", in: .bookmarks, .writes, "remove bookmarks or folders",
      takes: [.repeated("bookmark", .bookmark, label: "BOOKMARK")],
      options: [.flag("all", "remove folders with everything in them")],
      examples: [
        .init("bookmark remove #31", "remove a bookmark"),
        .init("bookmark remove 3-7", "remove five bookmarks, as “bookmarks” numbers them"),
        .init("bookmark remove #30 --all", "remove a folder with everything in it"),
      ])
  ) { context, arguments throws in
    let bookmarks = try namedBookmarks(arguments, in: context)
    let all = try context.readState().library.bookmarks
    // With --all, a folder is removed together with the bookmarks in it.
    let outermost = bookmarks.filter { inner in
      !arguments.has("all")
        || !bookmarks.contains { $0.id != inner.id && all.contains(inner.id, within: $0.id) }
    }
    do {
      let performed = try context.perform(
        asOne: outermost.map { .removeBookmark($0.id, all: arguments.has("all")) })
      return context.answer(performed, "removed \(label(bookmarks))")
    } catch let refusal as Refusal where refusal.code == .notEmpty {
      throw CommandError(
        "\(refusal.code)", "The folder is not empty; --all removes it with its contents.")
    }
  }

  private static let open = CommandCatalogue.command(
    CommandDeclaration(
      "bookmark open", in: .bookmarks, .writes, "open a bookmark in the active tab",
      takes: [.required("bookmark", .bookmark, label: "BOOKMARK")],
      options: [
        .flag("new-tab", "open it in a new tab"),
        .flag("allow-script", "follow a javascript: address"),
      ],
      examples: [
        .init("bookmark open 2", "open the second bookmark of the list"),
        .init("bookmark open swift", "open the bookmark with this word in its title, URL or tags"),
        .init("bookmark open #31 --new-tab", "open a bookmark by its id in a new tab"),
      ])
  ) { context, arguments throws in
    let bookmark = try namedBookmark(arguments, of: .bookmark, in: context)
    guard let text = try context.read({ $0.text(.url, of: bookmark.url) }) else {
      throw CommandError("notAllowed", "A folder cannot be opened.")
    }
    // Older versions imported text that is not an address.
    guard let url = URL(text) else {
      throw CommandError("invalidAddress", "The URL of this bookmark is not an address.")
    }
    if url.scheme == "javascript", !arguments.has("allow-script") {
      throw CommandError(
        "invalidAddress", "This bookmark is a script; --allow-script runs it.")
    }
    let destination = Destination(url.href, transition: .bookmark)
    if arguments.has("new-tab") {
      let performed = try context.perform(.open(OpenTab(destination)), isPrivate: context.isPrivate)
      context.moveFocus(to: performed.openedTab)
      return context.answer(performed, context.sentence("opened", performed.openedTab))
    }
    return try NavigationCommands.go(to: destination, in: &context)
  }

  private static let makeFolder = CommandCatalogue.command(
    CommandDeclaration(
      "folder", in: .bookmarks, .writes, "create a folder of bookmarks",
      takes: [.required("path", .folder)],
      examples: [.init("folder Work/Swift", "create a folder, and its parent folder if missing")])
  ) { context, arguments throws in
    let path = arguments.text("path") ?? ""
    let place = try FolderPath.read(path, in: context)
    var names = place.missing
    guard let title = names.popLast() else {
      throw CommandError(
        "nothingToDo", "The folder “\(path)” already exists: #\(place.folder.rawValue).")
    }
    let performed = try context.perform(
      .addBookmark(NewBookmark(.folder, title: title, folder: place.folder, newFolders: names)))
    return context.answer(performed, "created folder \(path) (#\(performed.sequence.rawValue))")
  }

  /// Returns the bookmark specified by an argument.
  private static func namedBookmark(
    _ arguments: Arguments, of kind: Bookmark.Kind? = nil, in context: CommandContext
  ) throws -> Bookmark {
    guard let reference = arguments.reference("bookmark") else {
      throw CommandError("noSuchBookmark", "Which bookmark? “bookmarks” lists them.")
    }
    return try context.bookmark(reference, of: kind)
  }

  /// Returns the bookmarks specified by the arguments, without duplicates.
  private static func namedBookmarks(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> [Bookmark] {
    var bookmarks: [Bookmark] = []
    for reference in arguments.references("bookmark") {
      let bookmark = try context.bookmark(reference)
      if !bookmarks.contains(where: { $0.id == bookmark.id }) { bookmarks.append(bookmark) }
    }
    return bookmarks
  }

  /// Returns the id of one bookmark, or the number of several.
  private static func label(_ bookmarks: [Bookmark]) -> SafeText {
    bookmarks.count == 1
      ? "#\(bookmarks[0].id.rawValue)" : .counted(bookmarks.count, "bookmark")
  }

  /// Returns the text with each `%s` replaced by a letter, or nil if the text contains no `%s`.
  private static func withWordFilled(_ text: String) -> String? {
    var filled: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "s"), filled.last == UInt8(ascii: "%") { filled.removeLast() }
      filled.append(byte)
    }
    return filled.count < text.utf8.count ? String(decoding: filled, as: UTF8.self) : nil
  }

  /// Returns a URL to store. It may have any scheme (B3), and `%s` is unchanged (B2). Text that
  /// would be searched for is rejected, because it is probably a mistyped command.
  private static func bookmarkURL(
    _ text: String, titled title: String?, in context: CommandContext
  ) throws -> String {
    if let filled = withWordFilled(text), URL(filled) != nil { return text }
    guard let url = try context.typedURL(text) else {
      throw CommandError(
        "invalidAddress", "“\(text)” is not a URL; \(Self.bookmarkHint(text, title))")
    }
    return url
  }

  /// Returns advice about text that is not a URL. The advice is to quote a title of several words,
  /// to use a command with a similar name, or to use any command.
  private static func bookmarkHint(_ text: String, _ title: String?) -> String {
    if let title, !title.contains(" ") {
      let rest = text.split(separator: " ").filter { URL(String($0)) == nil }
      return "put a title of several words in quotes: --title "
        + "\"\(([title] + rest.map { String($0) }).joined(separator: " "))\""
    }
    let names = CommandCatalogue.table.index.secondWords(after: "bookmark")
    let first = text.prefix { $0 != " " }
    if let near = Nearest.name(to: String(first), among: names) {
      return "did you mean “bookmark \(near)\(text.dropFirst(first.count))”?"
    }
    return
      "type a URL or one of \(names.joined(separator: ", ")) after “bookmark”."
  }

  /// Returns the tags in a comma-separated list.
  private static func tags(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { part in
      var part = part
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
  }

  /// Whether a bookmark with a URL already exists.
  private static func hasBookmark(of url: String, in context: CommandContext) throws
    -> Bool
  {
    return try context.store.isBookmarked(url)
  }

  /// Returns a sentence such as “bookmarked Swift; there is another bookmark of this URL”.
  private static func bookmarkedSentence(
    _ action: NewBookmark, isTwice: Bool, in context: CommandContext
  ) -> SafeText {
    let name = action.title.map { SafeText($0) } ?? context.label(title: "", url: action.url ?? "")
    var sentence: SafeText = "bookmarked \(name)"
    if isTwice { sentence += "; there is another bookmark of this URL" }
    return sentence
  }
}

extension [Bookmark] {
  /// Returns the bookmarks whose tags or notes an edit changes.
  fileprivate func changed(
    by edit: BookmarkEdit, in context: CommandContext
  ) throws -> [Bookmark] {
    let tags = edit.tags?.joined(separator: "\n")
    return try context.read { words in
      filter { bookmark in
        edit.tags == nil && edit.note == nil
          || tags.map { $0 != words.text(.tags, of: bookmark.tags) ?? "" } ?? false
          || edit.note.map { $0 != words.text(.note, of: bookmark.note) ?? "" } ?? false
      }
    }
  }
}
