internal import BrowserModel
internal import ExchangeFormats
internal import Notation

/// Reads lists of bookmarks or visits that ``ListWriter`` has written, and that the user may have
/// edited.
///
/// A list is read row by row. A row that cannot be read is reported with its line number, and the
/// remaining rows are read.
enum ListReader {
  /// Returns the format of a table that begins with these columns, or nil if the table is not a
  /// list of bookmarks or visits.
  static func tableFormat(columns: [String]) -> FileFormat? {
    if ["time", "transition", "url"].allSatisfy(columns.contains) { return .visitTable }
    return ["kind", "folder", "keyword", "url"].allSatisfy(columns.contains) ? .bookmarkTable : nil
  }

  /// Returns the format of JSON lines, or nil if the text does not begin with a line of a list of
  /// bookmarks or visits.
  ///
  /// - Parameter text: The beginning of a file. Its first line may be truncated.
  static func lineFormat(_ text: String) -> FileFormat? {
    let line = text.utf8.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix { $0 != 0x0A }
    guard let json = try? JSONParser.parse(Array(line)) else {
      let isOfBookmarks = Bookmark.Kind.allCases.contains {
        text.hasPrefix("{\"kind\":\"\($0)\",\"folder\":[")
      }
      if isOfBookmarks { return .bookmarkLines }
      let isOfVisits = Transition.allCases.contains { transition in
        text.hasPrefix("{\"time\":\"")
          && text.dropFirst("{\"time\":\"2026-01-01T00:00:00.000Z\",".count)
            .hasPrefix("\"transition\":\"\(transition)\"")
      }
      return isOfVisits ? .visitLines : nil
    }
    if let kind = json["kind"]?.string, json["title"] != nil || json["url"] != nil,
      Bookmark.Kind.allCases.contains(where: { "\($0)" == kind })
    {
      return .bookmarkLines
    }
    let isOfVisits = json["time"]?.string != nil && json["url"]?.string != nil
    return isOfVisits && json["transition"]?.string != nil ? .visitLines : nil
  }

  static func readVisits(
    _ path: String, isTable: Bool, _ emit: (PortableItem) throws -> Void
  ) throws {
    try read(ListedVisit.self, path, isTable: isTable, emit) { try emit(.visit($0.visit)) }
  }

  static func readBookmarks(
    _ path: String, isTable: Bool, _ emit: (PortableItem) throws -> Void
  ) throws {
    var current: [String] = []
    try read(ListedBookmark.self, path, isTable: isTable, emit) { row in
      try FolderSteps.go(from: current, to: row.path, emit)
      current = row.path
      guard row.bookmark.kind == .folder else { return try emit(.bookmark(row.bookmark)) }
      try emit(.folderBegan(row.bookmark))
      current.append(row.bookmark.title)
    }
    try FolderSteps.go(from: current, to: [], emit)
  }

  private static func read<Row: ListRow>(
    _ rows: Row.Type, _ path: String, isTable: Bool, _ emit: (PortableItem) throws -> Void,
    _ takeRow: (Row) throws -> Void
  ) throws {
    var leftOut = OmissionCounts()
    func add(_ line: Int, _ row: () throws -> Row) throws {
      let read: Row
      do throws {
        read = try row()
      } catch let error as ExchangeError where error.code == .invalidRow {
        try emit(.problem("Line \(line) of “\(path)” was left out: \(error.message)."))
        return
      }
      try takeRow(read)
    }
    if isTable {
      try readTable(path, emit, &leftOut, add)
    } else {
      try readLines(path, emit, &leftOut, add)
    }
    try leftOut.emitItems(emit)
  }

  private static func readTable<Row: ListRow>(
    _ path: String, _ emit: (PortableItem) throws -> Void, _ leftOut: inout OmissionCounts,
    _ add: (Int, () throws -> Row) throws -> Void
  ) throws {
    var rows = try CSVRows(path)
    let columns = BookmarkTable.names(try rows.next()?.cells ?? [])
    guard columns.isEmpty || columns.contains("url") else {
      throw ExchangeError(.importFailed, "The first line of “\(path)” has no column “url”.")
    }
    while let row = try rows.next() {
      if row.isOpen {
        try emit(
          .problem(
            "A quote in line \(row.line) of “\(path)” is never closed. The rest was left out."))
        continue
      }
      if row.isDamaged {
        try emit(
          .problem("Line \(row.line) of “\(path)” has characters that are not UTF-8."))
      }
      var cells: [String: String] = [:]
      for (name, cell) in zip(columns, row.cells) where !cell.isEmpty {
        if Row.columns.contains(name) { cells[name] = cell } else { leftOut.add(.otherFields) }
      }
      leftOut.add(.otherFields, row.cells.dropFirst(columns.count).count { !$0.isEmpty })
      try add(row.line) { try Row(cells: cells) }
    }
  }

  private static func readLines<Row: ListRow>(
    _ path: String, _ emit: (PortableItem) throws -> Void, _ leftOut: inout OmissionCounts,
    _ add: (Int, () throws -> Row) throws -> Void
  ) throws {
    let lines = try FileLines(path)
    var number = 0
    while var line = try lines.next() {
      number += 1
      if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let json = try? JSONParser.parse(line)
      for member in json?.members ?? [] where !Row.columns.contains(member.name) {
        leftOut.add(.otherFields)
      }
      try add(number) {
        guard let json, case .object = json else {
          throw ExchangeError(.invalidRow, "it is not a JSON object")
        }
        return try Row(ListFields(json))
      }
    }
  }
}
