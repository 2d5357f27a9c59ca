internal import BrowserModel
internal import Notation

/// Reads outlines (OPML 2.0). An outline with an address is a bookmark, and any other outline is a
/// folder. A feed becomes a bookmark of its site or, if the site is unknown, of the feed itself.
enum OPML {
  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    var reader = MarkupReader(bytes)
    // For each open outline, whether it is a folder.
    var open: [Bool] = []
    while let token = reader.next() {
      switch token {
      case .open(let tag) where tag.name == "outline":
        let isFolder = try begin(tag, emit)
        if !tag.isClosed { open.append(isFolder) } else if isFolder { try emit(.folderEnded) }
      case .close("outline"):
        if open.popLast() == true { try emit(.folderEnded) }
      default: break
      }
    }
    for isFolder in open where isFolder { try emit(.folderEnded) }
  }

  /// Begins an outline. Returns whether it is a folder.
  private static func begin(
    _ tag: MarkupReader.Tag, _ emit: (PortableItem) throws -> Void
  ) throws -> Bool {
    let title = tag["text"] ?? tag["title"] ?? ""
    let note = tag["description"] ?? ""
    let created = UnixTime.milliseconds(written: tag["created"] ?? "")
    guard let url = tag["url"] ?? tag["htmlurl"] ?? tag["xmlurl"] else {
      if title.isEmpty, tag["separator"] != nil {
        try emit(.bookmark(PortableBookmark(.separator, milliseconds: created)))
        return false
      }
      try emit(
        .folderBegan(PortableBookmark(.folder, title: title, note: note, milliseconds: created)))
      return true
    }
    let tags = (tag["category"] ?? "").split(separator: ",").map { $0.trimmed }
    try emit(
      .bookmark(
        PortableBookmark(
          title: title, url: url.trimmed, tags: tags, keyword: tag["keyword"] ?? "",
          note: note, milliseconds: created)))
    return false
  }
}
