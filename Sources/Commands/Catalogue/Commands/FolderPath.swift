internal import BrowserModel
internal import RetraceStore

/// A path of bookmark folders, such as `Work/Swift`, resolved as far as the folders exist. `/` and
/// the empty path mean the top level.
struct FolderPath {
  /// The innermost existing folder, or `nothing` for the top level.
  private(set) var folder = BookmarkID.nothing
  /// The names of the missing folders below the existing folder.
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

  /// The folder at the path, or nil if it does not exist.
  var whole: BookmarkID? { missing.isEmpty ? folder : nil }

  /// Looks up a path in the state shown.
  static func read(_ path: String, in context: CommandContext) throws -> FolderPath {
    try context.readLibrary { FolderPath(path, in: $0.bookmarks, $1) }
  }

  /// Looks up a folder that must exist.
  static func readFolder(at path: String, in context: CommandContext) throws
    -> BookmarkID
  {
    guard let folder = try read(path, in: context).whole else {
      throw CommandError(
        "noSuchBookmark", "There is no folder “\(path)”; “folder \(path)” creates it.")
    }
    return folder
  }
}
