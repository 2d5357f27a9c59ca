internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The answer of `bookmarks`, which is a folder as a tree, or the list of bookmarks that contain
/// some words.
struct BookmarkList {
  private let context: CommandContext
  private let bookmarks: Bookmarks
  private let words: LogText

  init(_ context: CommandContext, _ bookmarks: Bookmarks, _ words: LogText) {
    self.context = context
    self.words = words
    self.bookmarks = bookmarks
  }

  /// - Parameters:
  ///   - text: The path of a folder, words to search for, or nil for all bookmarks.
  ///   - tags: The tags that each bookmark must have.
  func answer(_ text: String?, tags: [String] = []) -> Answer {
    let folder = FolderPath(text ?? "", in: bookmarks, words).whole
    guard tags.isEmpty else {
      // Folders have no tags, so bookmarks in folders are listed flat.
      let wanted = folder == nil ? [SearchPattern](wordsOf: text ?? "") : []
      return answer(
        of: folder.map(inside) ?? bookmarks.all, where: { matches($0, wanted) && has(tags, $0) })
    }
    if let folder {
      if context.printsJSON {
        let children = BookmarkAnswer.children(of: folder, in: bookmarks, words)
        return context.answer(listing: children, BookmarkAnswer.list) { $0 }
      }
      let shown = inside(folder).filter { !words.isForgotten($0) }
      let table = table(of: shown, depthOf: folder)
      return table.isEmpty
        ? Answer(folder.exists ? "This folder is empty." : "There are no bookmarks.")
        : Answer(table, width: context.presentation.columns)
    }
    let wanted = [SearchPattern](wordsOf: text ?? "")
    return answer(of: bookmarks.all) { matches($0, wanted) }
  }

  /// Returns the matching bookmarks as one list.
  private func answer(of all: [Bookmark], where isWanted: (Bookmark) -> Bool) -> Answer {
    let found = all.filter { isWanted($0) && !words.isForgotten($0) }
    if context.printsJSON {
      return context.answer(listing: found, BookmarkAnswer.list) { part in
        part.map { BookmarkAnswer($0, of: bookmarks, words) }
      }
    }
    let table = table(of: found, depthOf: nil)
    return table.isEmpty
      ? Answer("No folder or bookmark matches.")
      : Answer(table, width: context.presentation.columns)
  }

  /// Returns a folder's members and their descendants, in order.
  private func inside(_ folder: BookmarkID) -> [Bookmark] {
    guard folder.exists else { return bookmarks.all }
    return bookmarks.all.filter { $0.id != folder && bookmarks.contains($0.id, within: folder) }
  }

  /// Whether a bookmark has all of the given tags, ignoring case.
  private func has(_ tags: [String], _ bookmark: Bookmark) -> Bool {
    let own = (words.text(.tags, of: bookmark.tags) ?? "").split(separator: "\n")
      .map { $0.lowercased() }
    return tags.allSatisfy { own.contains($0.lowercased()) }
  }

  /// Whether each word occurs in one of a bookmark's texts.
  private func matches(_ bookmark: Bookmark, _ wanted: [SearchPattern]) -> Bool {
    let fields = [
      words.text(.title, of: bookmark.title), words.text(.url, of: bookmark.url),
      words.text(.tags, of: bookmark.tags), words.text(.keyword, of: bookmark.keyword),
      words.text(.note, of: bookmark.note),
    ]
    return wanted.allSatisfy { word in fields.contains { $0.map(word.isIn) ?? false } }
  }

  /// Returns a table with one line for each bookmark, indented by its depth below `folder`. Search
  /// results, for which `folder` is nil, are not indented.
  private func table(
    of list: [Bookmark], depthOf folder: BookmarkID?
  ) -> Table {
    let places = places()
    var table = Table([.right, .left, .left])
    for bookmark in list {
      let depth = folder.map { self.depth(of: bookmark, below: $0) } ?? 0
      let indent = SafeText(trusted: String(repeating: "  ", count: depth))
      table.add([
        "\(places[bookmark.id] ?? 0)", context.style.apply(.dim, to: "#\(bookmark.id.rawValue)"),
        indent + line(of: bookmark),
      ])
    }
    return table
  }

  /// Returns the positions of all bookmarks and folders in the complete list, from 1.
  private func places() -> [BookmarkID: Int] {
    var places: [BookmarkID: Int] = [:]
    for (offset, bookmark) in bookmarks.all.enumerated() {
      places[bookmark.id] = offset + 1
    }
    return places
  }

  /// Returns the depth of a bookmark below a folder.
  private func depth(of bookmark: Bookmark, below folder: BookmarkID) -> Int {
    var depth = 0
    var parent = bookmark.parent
    while parent != folder, parent.exists {
      depth += 1
      parent = bookmarks[parent]?.parent ?? .nothing
    }
    return depth
  }

  /// Returns a bookmark’s title, URL, tags, keyword and note.
  private func line(of bookmark: Bookmark) -> SafeText {
    let title = words.text(.title, of: bookmark.title) ?? ""
    switch bookmark.kind {
    case .separator: return "────"
    case .folder: return context.style.apply(.bold, to: "\(title)/") + note(of: bookmark)
    case .bookmark:
      let url = words.text(.url, of: bookmark.url) ?? ""
      var line: SafeText = title.isEmpty ? shownURL(url) : "\(title) — \(shownURL(url))"
      let tags = words.tags(of: bookmark)
      if !tags.isEmpty {
        line += context.style.apply(.cyan, to: " [\(tags.joined(separator: ", "))]")
      }
      if let keyword = words.text(.keyword, of: bookmark.keyword) {
        line += context.style.apply(.yellow, to: " \(keyword)")
      }
      return line + note(of: bookmark)
    }
  }

  /// Returns the first line of the user's note.
  private func note(of bookmark: Bookmark) -> SafeText {
    guard let note = words.text(.note, of: bookmark.note),
      let first = note.split(whereSeparator: \.isNewline).first
    else { return "" }
    let sign = first.utf8.count < note.utf8.count ? " …" : ""
    return context.style.apply(.dim, to: " “\(String(first))\(sign)”")
  }
}
