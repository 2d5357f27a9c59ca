internal import BrowserModel

/// Reads the bookmarks and history of Firefox for Android up to version 68 (`browser.db`).
///
/// The times are in milliseconds, except for the times of visits, which are in microseconds.
enum FirefoxAndroid {
  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    try readBookmarks(database, emit)
    if try database.hasTable("visits") {
      try readVisits(database, emit)
    } else {
      try readHistory(database, emit)
    }
  }

  // MARK: Bookmarks

  private static func readBookmarks(
    _ database: Database, _ emit: (PortableItem) throws -> Void
  ) throws {
    var tree = BookmarkTree()
    let rows = try database.statement(
      """
      SELECT _id, type, parent, title, url, keyword, tags, description, created, guid FROM bookmarks
      WHERE deleted = 0 ORDER BY parent, position, _id
      """)
    while try rows.next() {
      let guid = rows.text(9)
      // Pages pinned to the start page and the list of tags are not bookmarks.
      guard !["tags", "pinned"].contains(guid) else { continue }
      let kind: Bookmark.Kind
      switch rows.integer(1) {
      case 0: kind = .folder
      case 2: kind = .separator
      default: kind = .bookmark
      }
      var bookmark = PortableBookmark(
        kind, title: names[guid] ?? rows.text(3), url: kind == .bookmark ? rows.text(4) : "",
        keyword: rows.text(5), note: rows.text(7),
        milliseconds: UnixTime.milliseconds(rows.integer(8)))
      bookmark.tags = tags(rows.text(6))
      let isRoot = guid == "places"
      tree.add(
        bookmark, id: rows.integer(0), parent: isRoot ? nil : rows.integer(2),
        isNamedRoot: names[guid] != nil)
    }
    try tree.emitItems(emit)
  }

  private static let names = [
    "menu": "Bookmarks Menu", "toolbar": "Bookmarks Toolbar", "unfiled": "Other Bookmarks",
    "mobile": "Mobile Bookmarks", "reading": "Reading List",
  ]

  /// Returns the tags in a text, which is a JSON array or a list separated by commas.
  private static func tags(_ text: String) -> [String] {
    text.split { "[],\"".contains($0) }.map { $0.trimmed }.filter { !$0.isEmpty }
  }

  // MARK: Visits

  private static func readVisits(
    _ database: Database, _ emit: (PortableItem) throws -> Void
  ) throws {
    try database.readVisits(
      "visits",
      """
      SELECT v.date, v.visit_type, h.url, h.title, v._id
      FROM visits v LEFT JOIN history h ON h.guid = v.history_guid ORDER BY v.date, v._id
      """, emit
    ) { row in
      let kind = FirefoxPlaces.VisitKind(rawValue: row.integer(1)) ?? .link
      if let leftOut = kind.leftOut { return .leftOut(leftOut) }
      return .visit(
        PortableVisit(
          row.text(2), title: row.text(3), transition: kind.transition,
          milliseconds: row.integer(0) / 1_000))
    }
  }

  /// Reads the history of older versions, which store only the last visit to each page.
  private static func readHistory(
    _ database: Database, _ emit: (PortableItem) throws -> Void
  ) throws {
    try database.readVisits(
      "history", "SELECT date, 1, url, title, _id FROM history WHERE deleted = 0 ORDER BY date",
      emit
    ) { row in
      .visit(PortableVisit(row.text(2), title: row.text(3), milliseconds: row.integer(0)))
    }
  }
}
