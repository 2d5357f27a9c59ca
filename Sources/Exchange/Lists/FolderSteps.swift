internal import BrowserModel

/// The steps between two folders in a tree of bookmarks.
enum FolderSteps {
  /// Leaves the folders of one path and enters the folders of another path.
  static func go(
    from former: [String], to next: [String], _ take: (PortableItem) throws -> Void
  ) throws {
    let shared = zip(former, next).prefix { $0 == $1 }.count
    for _ in shared..<former.count { try take(.folderEnded) }
    for title in next[shared...] { try take(.folderBegan(PortableBookmark(.folder, title: title))) }
  }
}
