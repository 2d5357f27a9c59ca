internal import BrowserModel
internal import Store

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
