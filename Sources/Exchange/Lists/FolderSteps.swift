internal import BrowserModel

/// The steps between two folders in a tree of bookmarks.
enum FolderSteps {
  /// Leaves the folders of one path and enters the folders of another path.
  static func go(
    from previous: [String], to next: [String], _ emit: (PortableItem) throws -> Void
  ) throws {
    let shared = zip(previous, next).prefix { $0 == $1 }.count
    for _ in shared..<previous.count { try emit(.folderEnded) }
    for title in next[shared...] { try emit(.folderBegan(PortableBookmark(.folder, title: title))) }
  }
}
