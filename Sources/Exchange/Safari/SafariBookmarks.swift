internal import BrowserModel
internal import Notation

/// Reads the bookmarks of Safari (`Bookmarks.plist`), including the reading list.
enum SafariBookmarks {
  /// The English names that Safari uses for its folders.
  private static let names = [
    "BookmarksBar": "Favourites", "BookmarksMenu": "Bookmarks Menu",
    "com.apple.ReadingList": "Reading List",
  ]

  static func read(_ bytes: [UInt8], _ name: String, _ emit: (PortableItem) throws -> Void) throws {
    let root = try list(bytes, name)
    guard root["WebBookmarkType"] != nil else {
      throw ExchangeError(.importFailed, "“\(name)” is not a list of Safari bookmarks.")
    }
    for child in root["Children"]?.elements ?? [] { try emitItems(child, emit) }
  }

  /// Parses a property list.
  static func list(_ bytes: [UInt8], _ name: String) throws -> JSON {
    guard let list = PropertyList.parse(bytes) else {
      throw ExchangeError(.importFailed, "“\(name)” is damaged: it is not a property list.")
    }
    return list
  }

  /// Passes on a node and its contents. The depth is limited by the depth of the list
  /// (``PropertyList/deepest``).
  private static func emitItems(_ node: JSON, _ emit: (PortableItem) throws -> Void) throws {
    switch node["WebBookmarkType"]?.string {
    case "WebBookmarkTypeLeaf":
      let reading = node["ReadingList"]
      try emit(
        .bookmark(
          PortableBookmark(
            title: node["URIDictionary"]?["title"]?.string ?? "",
            url: node["URLString"]?.string ?? "", note: reading?["PreviewText"]?.string ?? "",
            milliseconds: reading?["DateAdded"]?.integer ?? 0)))
    case "WebBookmarkTypeList":
      let title = node["Title"]?.string ?? ""
      let children = node["Children"]?.elements ?? []
      // A folder that every Safari profile has is skipped if it is empty.
      guard !children.isEmpty || names[title] == nil else { return }
      try emit(.folderBegan(PortableBookmark(.folder, title: names[title] ?? title)))
      for child in children { try emitItems(child, emit) }
      try emit(.folderEnded)
    default: break
    }
  }
}
