internal import Addresses
internal import BrowserModel
internal import Session

/// What the commands about bookmarks share.
extension Shell {
  func namedBookmark(_ arguments: Arguments) throws(CommandFailure) -> Bookmark {
    guard let reference = arguments.reference("bookmark") else {
      throw CommandFailure("noSuchBookmark", "Which bookmark? “bookmarks” lists them.")
    }
    return try bookmark(reference)
  }

  /// A URL to keep: of any scheme (B3), with `%s` left as it is (B2).
  func bookmarkURL(_ text: String) throws(CommandFailure) -> String {
    if text.contains("%s") || URL(text) != nil {
      return text.contains("%s") ? text : URL(text)?.href ?? text
    }
    return try destination(text, allowsScript: true).url
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
    try read { words in
      session.browser.bookmarks.all.contains { bookmark in
        bookmark.url.exists && words.text(.url, of: bookmark.url) == url
      }
    }
  }

  func bookmarkedSentence(_ wish: NewBookmark, isTwice: Bool) -> VisibleText {
    var sentence: VisibleText = "bookmarked \(wish.title ?? wish.url ?? "")"
    if isTwice { sentence += "; there is another bookmark of this URL" }
    if isPrivate { sentence += "; it is on disk, without the window it came from" }
    return sentence
  }

  /// The folder at a path; nothing is the top; nil where it does not exist.
  func folder(at path: String, _ words: LogText) -> Sequence? {
    var folder = Sequence.nothing
    for name in path.split(separator: "/") {
      guard let next = child(String(name), of: folder, words) else { return nil }
      folder = next
    }
    return folder
  }

  private func child(_ name: String, of folder: Sequence, _ words: LogText) -> Sequence? {
    let bookmarks = session.browser.bookmarks
    return bookmarks.children(of: folder).first { id in
      guard let bookmark = bookmarks[id], bookmark.kind == .folder else { return false }
      return words.text(.title, of: bookmark.title) == name
    }
  }

  /// The folder at a path, made where it is missing.
  mutating func makeFolder(_ path: String) throws(CommandFailure) -> Sequence {
    var folder = Sequence.nothing
    for name in path.split(separator: "/").map(String.init) {
      let parent = folder
      if let next = try read({ child(name, of: parent, $0) }) {
        folder = next
      } else {
        let wish = NewBookmark(.folder, title: name, folder: parent)
        folder = try perform(.addBookmark(wish)).sequence
      }
    }
    return folder
  }

  func bookmarksAnswer(_ text: String?, _ words: LogText) -> Answer {
    let bookmarks = session.browser.bookmarks
    let folder: Sequence? = text.map { self.folder(at: $0, words) } ?? Sequence.nothing
    if let folder {
      if printsJSON { return Answer { json(words).bookmarks(&$0, of: folder) } }
      let table = bookmarkTable(inside(folder), depthOf: folder, words)
      return table.isEmpty
        ? Answer("There are no bookmarks.") : Answer(table, width: presentation.columns)
    }
    let found = bookmarks.all.filter { matches($0, text ?? "", words) }
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

  private func inside(_ folder: Sequence) -> [Bookmark] {
    let bookmarks = session.browser.bookmarks
    guard folder.exists else { return bookmarks.all }
    return bookmarks.all.filter { $0.id != folder && bookmarks.contains($0.id, within: folder) }
  }

  private func matches(_ bookmark: Bookmark, _ text: String, _ words: LogText) -> Bool {
    let fields = [
      words.text(.title, of: bookmark.title), words.text(.url, of: bookmark.url),
      words.text(.tags, of: bookmark.tags), words.text(.keyword, of: bookmark.keyword),
    ]
    let haystack = fields.compactMap { $0 }.joined(separator: " ").lowercased()
    return text.lowercased().split(separator: " ").allSatisfy { haystack.contains($0) }
  }

  /// One line each; indented below `folder`, or not at all for what was found.
  private func bookmarkTable(
    _ list: [Bookmark], depthOf folder: Sequence?, _ words: LogText
  ) -> Table {
    var table = Table([.left, .left])
    for bookmark in list {
      let depth = folder.map { self.depth(of: bookmark, below: $0) } ?? 0
      let indent = VisibleText(trusted: String(repeating: "  ", count: depth))
      table.add([
        style.apply(.dim, to: "#\(bookmark.id.rawValue)"), indent + line(of: bookmark, words),
      ])
    }
    return table
  }

  private func depth(of bookmark: Bookmark, below folder: Sequence) -> Int {
    var depth = 0
    var parent = bookmark.parent
    while parent != folder, parent.exists {
      depth += 1
      parent = session.browser.bookmarks[parent]?.parent ?? .nothing
    }
    return depth
  }

  private func line(of bookmark: Bookmark, _ words: LogText) -> VisibleText {
    let title = words.text(.title, of: bookmark.title) ?? ""
    switch bookmark.kind {
    case .separator: return "────"
    case .folder: return style.apply(.bold, to: "\(title)/")
    case .bookmark:
      let url = words.text(.url, of: bookmark.url) ?? ""
      var line: VisibleText = title.isEmpty ? VisibleText(url) : "\(title) — \(url)"
      let tags = words.tags(of: bookmark)
      if !tags.isEmpty { line += style.apply(.cyan, to: " [\(tags.joined(separator: ", "))]") }
      if let keyword = words.text(.keyword, of: bookmark.keyword) {
        line += style.apply(.yellow, to: " \(keyword)")
      }
      return line
    }
  }
}
