internal import BrowserModel
internal import RetraceStore

/// A path of folders of bookmarks, `Work/Swift`, as far as the folders are there; `/` and nothing are
/// the top.
struct FolderPath {
  /// The innermost folder that is there; nothing is the top.
  private(set) var folder = BookmarkID.nothing
  /// The names behind it that are missing.
  private(set) var missing: [String]

  init(_ path: String, in bookmarks: Bookmarks, _ words: LogText) {
    missing = path.split(separator: "/").map(String.init)
    while let name = missing.first {
      let next = bookmarks.children(of: folder).first { id in
        guard let bookmark = bookmarks[id], bookmark.kind == .folder else { return false }
        return words.text(.title, of: bookmark.title) == name
      }
      guard let next else { return }
      folder = next
      missing.removeFirst()
    }
  }

  /// The folder at the path, or nil if it is not there.
  var whole: BookmarkID? { missing.isEmpty ? folder : nil }

  /// Looks up a path in the state in view.
  static func read(_ path: String, in context: CommandContext) throws(CommandFailure) -> FolderPath
  {
    try context.readLibrary { FolderPath(path, in: $0.bookmarks, $1) }
  }

  /// Looks up a folder that must be there.
  static func readFolder(at path: String, in context: CommandContext) throws(CommandFailure)
    -> BookmarkID
  {
    guard let folder = try read(path, in: context).whole else {
      throw CommandFailure(
        "noSuchBookmark", "There is no folder “\(path)”; “folder \(path)” makes it.")
    }
    return folder
  }
}
