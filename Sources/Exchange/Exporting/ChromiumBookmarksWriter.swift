internal import BrowserModel

/// Writes bookmarks as Chromium keeps them (``ChromiumBookmarks``), with the checksum by which it
/// accepts them. It has no separators, tags and keywords.
///
/// A folder at the top that is called like one of Chromium's roots, or like Firefox's toolbar, becomes
/// that root; all else goes into “Other bookmarks”.
struct ChromiumBookmarksWriter {
  private var identifier = 3
  private var digest = MessageDigest5()

  /// A node with what it holds.
  fileprivate struct Node {
    var bookmark: ExchangedBookmark
    var children: [Node] = []
  }

  private static let roots = [
    (
      name: "bookmark_bar", guid: "0bc5d13f-2cba-5d74-951f-3f233fe6c908", title: "Bookmarks bar",
      titles: ["Bookmarks bar", "Bookmarks Toolbar"]
    ),
    (
      name: "other", guid: "82b081ec-3dd3-529c-8475-ab6c344590dd", title: "Other bookmarks",
      titles: ["Other bookmarks", "Other Bookmarks"]
    ),
    (
      name: "synced", guid: "4cf2e351-0e85-532b-bb37-df045d8f8d0f", title: "Mobile bookmarks",
      titles: ["Mobile bookmarks", "Mobile Bookmarks"]
    ),
  ]

  static func document(_ bookmarks: [Exchanged]) -> JSON {
    var writer = ChromiumBookmarksWriter()
    return writer.document(bookmarks)
  }

  private mutating func document(_ bookmarks: [Exchanged]) -> JSON {
    var top = Self.tree(bookmarks)
    var roots: [Node?] = Self.roots.map { root in
      let place = top.firstIndex {
        $0.bookmark.kind == .folder && root.titles.contains($0.bookmark.title)
      }
      return place.map { top.remove(at: $0) }
    }
    if !top.isEmpty { roots[1, default: Self.roots[1].title].children += top }
    var members: [(name: String, value: JSON)] = []
    for (place, root) in Self.roots.enumerated() {
      let node = roots[place] ?? Node(bookmark: ExchangedBookmark(.folder, title: root.title))
      let json = json(node, identifier: place + 1, guid: root.guid)
      members.append((root.name, json))
    }
    return .object([
      ("checksum", .string(digest.finish())), ("roots", .object(members)),
      ("version", .integer(1)),
    ])
  }

  private static func tree(_ bookmarks: [Exchanged]) -> [Node] {
    var open = [Node(bookmark: ExchangedBookmark(.folder))]
    for item in bookmarks {
      switch item {
      case .folderBegan(let folder): open.append(Node(bookmark: folder))
      case .folderEnded:
        guard open.count > 1 else { break }
        let done = open.removeLast()
        open[open.count - 1].children.append(done)
      case .bookmark(let bookmark) where bookmark.kind == .bookmark:
        open[open.count - 1].children.append(Node(bookmark: bookmark))
      default: break
      }
    }
    return open[0].children
  }

  private mutating func json(_ node: Node, identifier: Int, guid: String? = nil) -> JSON {
    let isFolder = node.bookmark.kind == .folder
    // `BookmarkCodec::UpdateChecksum…`: each node before what it holds.
    digest.add(String(identifier).utf8)
    digest.add(node.bookmark.title.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    digest.add((isFolder ? "folder" : "url").utf8)
    if !isFolder { digest.add(node.bookmark.url.utf8) }
    var members: [(name: String, value: JSON)] = [
      ("date_added", .string("\(UnixTime.microsecondsSinceYear1601(node.bookmark.milliseconds))")),
      ("date_last_used", .string("0")), ("id", .string("\(identifier)")),
      ("name", .string(node.bookmark.title)), ("type", .string(isFolder ? "folder" : "url")),
    ]
    if let guid { members.append(("guid", .string(guid))) }
    if isFolder {
      var children: [JSON] = []
      for child in node.children {
        self.identifier += 1
        children.append(json(child, identifier: self.identifier))
      }
      members += [("children", .array(children)), ("date_modified", .string("0"))]
    } else {
      members.append(("url", .string(node.bookmark.url)))
    }
    return .object(members)
  }
}

extension [ChromiumBookmarksWriter.Node?] {
  /// The root at a place, made where there is none.
  fileprivate subscript(place: Int, default title: String) -> ChromiumBookmarksWriter.Node {
    get {
      self[place]
        ?? ChromiumBookmarksWriter.Node(bookmark: ExchangedBookmark(.folder, title: title))
    }
    set { self[place] = newValue }
  }
}
