internal import BrowserModel
internal import ExchangeFormats
internal import Notation

/// A service that exports bookmarks as a table, described by its columns.
///
/// To support another service, add its columns to ``all``.
struct BookmarkTable: Sendable {
  var format: FileFormat
  /// The names of the columns that identify the service, in lower case.
  var signs: [String]
  /// The meaning of each column, by its name in lower case.
  var columns: [String: Column]

  enum Column: Sendable {
    case url, title, note, created
    /// Tags with this separator, or a JSON array of strings.
    case tags(Character)
    /// The folder as a path. “a/b” is a nested folder.
    case folder
    /// A folder whose name depends on the value in the column.
    case folderNames([String: String])
    /// Data that only the service needs.
    case passed
    case leftOut(ImportOmission)
  }

  static let all: [BookmarkTable] = [
    BookmarkTable(
      format: .pocket, signs: ["url", "time_added"],
      columns: [
        "title": .title, "url": .url, "time_added": .created, "tags": .tags("|"),
        "status": .folderNames(["unread": Pocket.unread, "archive": Pocket.archive]),
        "cursor": .passed,
      ]),
    BookmarkTable(
      format: .instapaper, signs: ["url", "selection", "timestamp"],
      columns: [
        "url": .url, "title": .title, "selection": .note, "folder": .folder,
        "timestamp": .created, "tags": .tags(","),
      ]),
    BookmarkTable(
      format: .diigo, signs: ["url", "annotations", "created_at"],
      columns: [
        "title": .title, "url": .url, "tags": .tags(" "), "description": .note,
        "created_at": .created, "comments": .leftOut(.highlights),
        "annotations": .leftOut(.highlights),
      ]),
    BookmarkTable(
      format: .readwise, signs: ["url", "document tags", "saved date"],
      columns: [
        "title": .title, "url": .url, "id": .passed, "document tags": .tags(","),
        "saved date": .created, "reading progress": .leftOut(.progress), "location": .folder,
        "seen": .leftOut(.toRead),
      ]),
    BookmarkTable(
      format: .wallabag, signs: ["url", "content", "creation date"],
      columns: [
        "id": .passed, "title": .title, "url": .url, "content": .leftOut(.contents),
        "tags": .tags(","), "mime type": .passed, "language": .leftOut(.languages),
        "creation date": .created, "domain name": .passed,
      ]),
    BookmarkTable(
      format: .raindrop, signs: ["url", "folder"],
      columns: [
        "id": .passed, "title": .title, "note": .note, "excerpt": .leftOut(.contents), "url": .url,
        "folder": .folder, "tags": .tags(","), "created": .created, "cover": .leftOut(.images),
        "highlights": .leftOut(.highlights), "favorite": .leftOut(.favorites),
      ]),
    // Any other table that contains addresses.
    BookmarkTable(
      format: .csv, signs: ["url"],
      columns: [
        "url": .url, "title": .title, "name": .title, "note": .note, "description": .note,
        "tags": .tags(","), "folder": .folder, "created": .created, "created_at": .created,
        "date": .created,
      ]),
  ]

  /// Returns the table whose columns match the first row of a text, or nil if there is none.
  static func found(in text: String) -> BookmarkTable? {
    let names = columns(of: text)
    // A first row with a single column could be the first line of any text.
    guard names.count > 1, !names.contains("password") else { return nil }
    return all.first { table in table.signs.allSatisfy(names.contains) }
  }

  /// Returns the names of the columns in the first row of a text, in lower case.
  static func columns(of text: String) -> [String] {
    let line = Array(text.utf8.prefix { $0 != UInt8(ascii: "\n") })
    return CSVReader.rows(line, separator: CSVReader.separator(line)).first.map(names) ?? []
  }

  static func names(_ row: [String]) -> [String] { row.map { $0.trimmed.lowercased() } }

  func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    var rows = CSVReader.rows(bytes, separator: CSVReader.separator(bytes))[...]
    let columns = Self.names(rows.popFirst() ?? []).map {
      self.columns[$0] ?? .leftOut(.otherFields)
    }
    var leftOut = OmissionCounts()
    var path: [String] = []
    for row in rows where row.contains(where: { !$0.isEmpty }) {
      var bookmark = PortableBookmark()
      var folder: [String] = []
      for (column, value) in zip(columns, row) where !value.trimmed.isEmpty {
        add(value, column, &bookmark, &folder, &leftOut)
      }
      leftOut.add(.otherFields, row.dropFirst(columns.count).count { !$0.trimmed.isEmpty })
      try FolderSteps.go(from: path, to: folder, emit)
      path = folder
      try emit(.bookmark(bookmark))
    }
    try FolderSteps.go(from: path, to: [], emit)
    try leftOut.emitItems(emit)
  }

  private func add(
    _ value: String, _ column: Column, _ bookmark: inout PortableBookmark, _ folder: inout [String],
    _ leftOut: inout OmissionCounts
  ) {
    switch column {
    case .url: bookmark.url = value.trimmed
    case .title: bookmark.title = value
    case .note: bookmark.note = value
    case .created: bookmark.milliseconds = UnixTime.milliseconds(written: value.trimmed)
    case .tags(let separator): bookmark.tags = Self.tags(value, separator)
    case .folder: folder = value.split(separator: "/").map { String($0) }
    case .folderNames(let names): folder = [names[value.trimmed.lowercased()] ?? value.trimmed]
    case .passed: break
    case .leftOut(let kind):
      if !["0", "false", "[]"].contains(value.trimmed.lowercased()) { leftOut.add(kind) }
    }
  }

  private static func tags(_ value: String, _ separator: Character) -> [String] {
    if value.trimmed.hasPrefix("["), let json = try? JSONParser.parse(Array(value.utf8)) {
      return json.elements.compactMap(\.string)
    }
    return value.split(separator: separator).map { $0.trimmed }.filter { !$0.isEmpty }
  }
}
