internal import BrowserModel
internal import Notation

/// Reads Chromium's bookmarks (`Bookmarks`). The checksum is ignored, so a file that was edited by
/// hand is accepted.
enum ChromiumBookmarks {
  /// Whether a document is a bookmarks file of Chromium.
  static func isOne(_ json: JSON) -> Bool {
    json["roots"]?["bookmark_bar"] != nil || json["roots"]?["other"] != nil
  }

  /// The roots in the order in which Chromium shows them, with their English names.
  static let roots = [
    ("bookmark_bar", "Bookmarks bar"), ("other", "Other bookmarks"), ("synced", "Mobile bookmarks"),
  ]

  /// The names that Firefox and Safari use for these folders.
  private static let otherNames = [
    "Bookmarks Toolbar": 0, "BookmarksBar": 0, "Other Bookmarks": 1, "Mobile Bookmarks": 2,
  ]

  /// Returns the index of a root, given its name in any browser, or nil for any other folder.
  static func place(ofRoot title: String) -> Int? {
    roots.firstIndex { $0.1 == title } ?? otherNames[title]
  }

  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    var leftOut = OmissionCounts()
    for (name, title) in roots {
      guard let root = json["roots"]?[name], let children = root["children"]?.elements,
        !children.isEmpty
      else { continue }
      var folder = folder(root)
      if folder.title.isEmpty { folder.title = title }
      try emit(.folderBegan(folder))
      for child in children { try emitItems(child, &leftOut, emit) }
      try emit(.folderEnded)
    }
    try leftOut.emitItems(emit)
  }

  /// Passes on a node and its contents. The depth is limited by the depth of the document
  /// (``JSONParser/deepest``).
  private static func emitItems(
    _ node: JSON, _ leftOut: inout OmissionCounts, _ emit: (PortableItem) throws -> Void
  ) throws {
    leaveOut(of: node, &leftOut)
    switch node["type"]?.string {
    case "url":
      try emit(.bookmark(bookmark(node)))
    case "folder":
      try emit(.folderBegan(folder(node)))
      for child in node["children"]?.elements ?? [] { try emitItems(child, &leftOut, emit) }
      try emit(.folderEnded)
    default:
      try emit(.problem("“\((node["name"]?.string ?? "").shortened)” is of an unknown kind."))
    }
  }

  private static func leaveOut(of node: JSON, _ leftOut: inout OmissionCounts) {
    for (name, value) in node.members where !value.isEffectivelyEmpty && value.integer != 0 {
      switch name {
      case "children", "date_added", "guid", "id", "name", "type", "url", "show_icon", "source",
        "sync_transaction_version", "unsynced_meta_info":
        break
      case "date_last_used": leftOut.add(.lastVisits)
      case "date_modified":
        if value.integer != node["date_added"]?.integer { leftOut.add(.changes) }
      case MetaInfo.member: leftOut.add(.extensionData, MetaInfo.unknownCount(value))
      default: leftOut.add(.otherFields)
      }
    }
  }

  private static func bookmark(_ node: JSON) -> PortableBookmark {
    var bookmark = PortableBookmark(
      title: node["name"]?.string ?? "", url: node["url"]?.string ?? "", milliseconds: time(node))
    MetaInfo.read(node, into: &bookmark)
    return bookmark
  }

  private static func folder(_ node: JSON) -> PortableBookmark {
    var folder = PortableBookmark(
      .folder, title: node["name"]?.string ?? "", milliseconds: time(node))
    MetaInfo.read(node, into: &folder)
    return folder
  }

  private static func time(_ node: JSON) -> Int64 {
    UnixTime.milliseconds(sinceYear1601: node["date_added"]?.integer ?? 0)
  }
}

extension ChromiumBookmarks {
  /// The data of a bookmark that Chromium stores for other programs and does not use itself.
  enum MetaInfo {
    static let member = "meta_info"

    private static let tags = "Tags"
    private static let keyword = "Nickname"
    private static let note = "Description"

    /// Returns the non-empty members, in the order in which Chromium writes them.
    static func members(of bookmark: PortableBookmark) -> [(name: String, value: String)] {
      [
        (note, bookmark.note), (keyword, bookmark.keyword),
        (tags, bookmark.tags.joined(separator: "\n")),
      ].filter { !$0.1.isEmpty }
    }

    /// Returns the number of members that Retrace does not support.
    static func unknownCount(_ info: JSON) -> Int {
      info.members.count { name, value in
        ![tags, keyword, note].contains(name)
          && !["last_visited", "last_visited_desktop"].contains(name)
          && !value.isEffectivelyEmpty
      }
    }

    static func read(_ node: JSON, into bookmark: inout PortableBookmark) {
      guard let info = node[member] else { return }
      bookmark.tags = (info[tags]?.string ?? "").split(separator: "\n").map(String.init)
      bookmark.keyword = info[keyword]?.string ?? ""
      bookmark.note = info[note]?.string ?? ""
    }
  }
}
