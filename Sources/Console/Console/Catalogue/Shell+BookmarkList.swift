internal import BrowserModel
internal import Notation
internal import Store

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
