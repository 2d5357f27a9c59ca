internal import BrowserModel

/// Reads the bookmarks and history of Firefox (`places.sqlite`).
struct FirefoxPlaces {
  private let database: Database
  private let emit: (PortableItem) throws -> Void
  /// Whether the database contains permanent ids of bookmarks.
  private let hasGUIDs: Bool

  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    try withoutActuallyEscaping(emit) { emit in
      let hasGUIDs =
        try database.hasColumn("guid", in: "moz_bookmarks")
        || !database.hasTable("moz_bookmarks_roots")
      let places = FirefoxPlaces(database: database, emit: emit, hasGUIDs: hasGUIDs)
      if try database.hasTable("moz_bookmarks") { try places.readBookmarks() }
      if try database.hasTable("moz_historyvisits") { try places.readVisits() }
    }
  }

  // MARK: Bookmarks

  private struct Node {
    var id: Int64
    var type: Int64
    var place: Int64
    var bookmark: PortableBookmark
  }

  private func readBookmarks() throws {
    let tags = try tagsOfPlaces()
    let keywords = try keywordsOfPlaces()
    let notes = try notesOfBookmarks()
    var children: [Int64: [Node]] = [:]
    var folders: Set<Int64> = [0]
    var parents: [(child: Node, parent: Int64)] = []
    let rows = try database.statement(
      """
      SELECT b.id, b.type, b.parent, b.title, b.dateAdded, \(guid("b")), p.url, b.fk
      FROM moz_bookmarks b LEFT JOIN moz_places p ON p.id = b.fk ORDER BY b.parent, b.position, b.id
      """)
    while try rows.next() {
      var node = Node(
        id: rows.integer(0), type: rows.integer(1), place: rows.integer(7),
        bookmark: PortableBookmark(
          title: rows.text(3), milliseconds: UnixTime.milliseconds(rows.integer(4))))
      node.bookmark.kind = Self.kind(node.type)
      node.bookmark.note = notes[node.id] ?? ""
      if node.type == 1 {
        node.bookmark.url = rows.text(6)
        node.bookmark.tags = tags[node.place] ?? []
        node.bookmark.keyword = keywords[node.place] ?? ""
      }
      if node.type == 2 { folders.insert(node.id) }
      if let name = Self.rootNames[rows.text(5)] { node.bookmark.title = name }
      // Tagged bookmarks are stored a second time under a separate root.
      guard rows.text(5) != "tags________" else { continue }
      parents.append((node, rows.integer(2)))
    }
    for (child, parent) in parents where folders.contains(parent) {
      children[parent, default: []].append(child)
    }
    let given = try emitItems(children)
    try reportOrphans(parents, folders, given)
  }

  private func reportOrphans(
    _ parents: [(child: Node, parent: Int64)], _ folders: Set<Int64>, _ given: Set<Int64>
  ) throws {
    let tags = try tagFolders()
    for (child, parent) in parents where !given.contains(parent) && !tags.contains(parent) {
      let place = folders.contains(parent) ? "folders that contain each other" : "no folder"
      try emit(.problem("The bookmark “\(child.bookmark.title.shortened)” is in \(place)."))
    }
  }

  /// Passes on the tree from the root, with each folder once. In a damaged file, a folder may
  /// contain itself, or have the same id as another folder.
  ///
  /// - Returns: The ids of the folders that were reached, including the id 0, which represents the
  ///   root.
  private func emitItems(_ children: [Int64: [Node]]) throws -> Set<Int64> {
    guard let root = children[0]?.first(where: { $0.type == 2 }) else { return [0] }
    var given: Set<Int64> = [0, root.id]
    var waiting: [Step] = (children[root.id] ?? []).reversed().map(Step.node)
    while let step = waiting.popLast() {
      guard case .node(let node) = step else {
        try emit(.folderEnded)
        continue
      }
      guard node.type == 2 else {
        try emitItems(node)
        continue
      }
      guard given.insert(node.id).inserted else { continue }
      let held = children[node.id] ?? []
      let isRoot = Self.rootNames.values.contains(node.bookmark.title)
      if held.isEmpty, isRoot { continue }
      try emit(.folderBegan(node.bookmark))
      waiting.append(.end)
      waiting.append(contentsOf: held.reversed().map(Step.node))
    }
    return given
  }

  private enum Step {
    case node(Node)
    case end
  }

  private func emitItems(_ node: Node) throws {
    if node.type == 1, node.bookmark.url.isEmpty {
      try emit(.problem("The bookmark “\(node.bookmark.title.shortened)” has no page."))
    } else {
      try emit(.bookmark(node.bookmark))
    }
  }

  private static func kind(_ type: Int64) -> Bookmark.Kind {
    switch type {
    case 2: .folder
    case 3: .separator
    default: .bookmark
    }
  }

  /// The English names that Firefox uses for its roots.
  private static let rootNames = [
    "menu________": "Bookmarks Menu", "toolbar_____": "Bookmarks Toolbar",
    "unfiled_____": "Other Bookmarks", "mobile______": "Mobile Bookmarks",
  ]

  /// Returns the tags of each page. A tag is a folder under the root of tags, and applies to the
  /// pages in that folder.
  private func tagsOfPlaces() throws -> [Int64: [String]] {
    var tags: [Int64: [String]] = [:]
    let rows = try database.statement(
      """
      SELECT b.fk, t.title FROM moz_bookmarks b JOIN moz_bookmarks t ON t.id = b.parent
      JOIN moz_bookmarks r ON r.id = t.parent WHERE \(guid("r")) = 'tags________' AND b.fk NOT NULL
      ORDER BY b.fk, t.title
      """)
    while try rows.next() { tags[rows.integer(0), default: []].append(rows.text(1)) }
    return tags
  }

  private func tagFolders() throws -> Set<Int64> {
    var folders: Set<Int64> = []
    let rows = try database.statement(
      """
      SELECT t.id FROM moz_bookmarks t JOIN moz_bookmarks r ON r.id = t.parent
      WHERE \(guid("r")) = 'tags________'
      UNION SELECT b.id FROM moz_bookmarks b WHERE \(guid("b")) = 'tags________'
      """)
    while try rows.next() { folders.insert(rows.integer(0)) }
    return folders
  }

  private func keywordsOfPlaces() throws -> [Int64: String] {
    guard try database.hasTable("moz_keywords") else { return [:] }
    let query: String
    if try database.hasColumn("place_id", in: "moz_keywords") {
      query = "SELECT place_id, keyword FROM moz_keywords"
    } else if try database.hasColumn("keyword_id", in: "moz_bookmarks") {
      // Up to version 38 of Firefox, a keyword belonged to a bookmark.
      query = """
        SELECT b.fk, k.keyword FROM moz_bookmarks b JOIN moz_keywords k ON k.id = b.keyword_id
        """
    } else {
      return [:]
    }
    var keywords: [Int64: String] = [:]
    let rows = try database.statement(query)
    while try rows.next() { keywords[rows.integer(0)] = rows.text(1) }
    return keywords
  }

  /// Returns the notes of bookmarks. Bookmarks had notes up to Firefox 61.
  private func notesOfBookmarks() throws -> [Int64: String] {
    guard try database.hasTable("moz_items_annos"), try database.hasTable("moz_anno_attributes")
    else { return [:] }
    var notes: [Int64: String] = [:]
    let rows = try database.statement(
      """
      SELECT a.item_id, a.content FROM moz_items_annos a
      JOIN moz_anno_attributes n ON n.id = a.anno_attribute_id
      WHERE n.name = 'bookmarkProperties/description'
      """)
    while try rows.next() { notes[rows.integer(0)] = rows.text(1) }
    return notes
  }

  /// Returns a SQL expression for the permanent id of a bookmark, which identifies the roots.
  ///
  /// Firefox 3.6 and earlier have no permanent ids, but a table of the roots.
  private func guid(_ table: String) -> String {
    guard !hasGUIDs else { return "\(table).guid" }
    return """
      (SELECT CASE root_name WHEN 'places' THEN 'root________' WHEN 'menu' THEN 'menu________'
       WHEN 'toolbar' THEN 'toolbar_____' WHEN 'tags' THEN 'tags________'
       WHEN 'unfiled' THEN 'unfiled_____' END
       FROM moz_bookmarks_roots WHERE folder_id = \(table).id)
      """
  }

  // MARK: Visits

  private func readVisits() throws {
    // The user did not see a page that redirected. The target of a redirect chain has the
    // transition of the first page of the chain.
    var reached: [Int64: Transition] = [:]
    let redirects =
      "\(VisitKind.permanentRedirect.rawValue), \(VisitKind.temporaryRedirect.rawValue)"
    try database.readVisits(
      "moz_historyvisits",
      """
      SELECT v.visit_date, v.visit_type, p.url, p.title, v.id, v.from_visit, v.id IN (
        SELECT from_visit FROM moz_historyvisits WHERE visit_type IN (\(redirects)))
      FROM moz_historyvisits v LEFT JOIN moz_places p ON p.id = v.place_id
      ORDER BY v.visit_date, v.id
      """, emit
    ) { row in
      let kind = VisitKind(rawValue: row.integer(1)) ?? .link
      if let leftOut = kind.leftOut { return .leftOut(leftOut) }
      let transition =
        kind.isRedirect ? reached.removeValue(forKey: row.integer(5)) ?? .link : kind.transition
      guard row.integer(6) == 0 else {
        reached[row.integer(4)] = transition
        return .leftOut(.redirects)
      }
      return .visit(
        PortableVisit(
          row.text(2), title: row.text(3), transition: transition,
          milliseconds: row.integer(0) / 1_000))
    }
  }

  /// The `TRANSITION_…` constants of nsINavHistoryService.
  enum VisitKind: Int64 {
    case link = 1
    case typed, bookmark, embed, permanentRedirect, temporaryRedirect, download, framedLink, reload

    var isRedirect: Bool { self == .permanentRedirect || self == .temporaryRedirect }

    /// The kind of data that is left out, or nil for a visit to a page.
    var leftOut: ImportOmission? {
      switch self {
      case .embed, .framedLink: .frames
      case .download: .downloads
      default: nil
      }
    }

    var transition: Transition {
      switch self {
      case .typed: .typed
      case .bookmark: .bookmark
      case .reload: .reload
      default: .link
      }
    }
  }
}
