internal import BrowserModel
internal import Notation

/// Reads the files of qutebrowser: sessions in YAML, quickmarks and bookmarks with one entry per
/// line, and the history.
enum Qutebrowser {
  /// Whether a text begins like a session.
  static func isSession(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).prefix(4)
    return lines.contains { $0.hasPrefix("windows:") } && text.contains("- ")
  }

  static func readSession(
    _ bytes: [UInt8], _ name: String, _ emit: (PortableItem) throws -> Void
  ) throws {
    try JSONLayout.qutebrowserSession.read(YAMLReader.parse(bytes, named: name), emit)
  }

  /// Whether a text begins like a list of quickmarks, which has a name and an address on each line.
  static func areQuickmarks(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first, let mark = quickmark(line)
    else {
      return false
    }
    return isAddress(mark.url) && !line.hasPrefix("#") && !mark.title.contains("|")
  }

  /// Whether a text begins like a list of bookmarks, which has an address and a title on each line.
  static func areBookmarks(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    let parts = line.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && isAddress(parts[0][...]) && !parts[1].utf8.starts(with: "| ".utf8)
  }

  private static func isAddress(_ text: some StringProtocol) -> Bool {
    let scheme = text.prefix { $0 != ":" }
    return scheme.count > 1 && scheme.count < text.count
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Parses a line of quickmarks. A name may contain spaces, but an address may not.
  private static func quickmark(_ line: Substring) -> PortableBookmark? {
    let line = line.trimmed
    guard let blank = line.lastIndex(of: " ") else { return nil }
    let title = line[..<blank].trimmed
    return title.isEmpty
      ? nil : PortableBookmark(title: title, url: String(line[line.index(after: blank)...]))
  }

  /// - Parameter areQuickmarks: Whether each line consists of a name and an address. Otherwise each
  ///   line consists of an address and a title.
  static func readLines(
    _ bytes: [UInt8], areQuickmarks: Bool, _ emit: (PortableItem) throws -> Void
  ) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where !line.trimmed.isEmpty {
      if areQuickmarks {
        guard let bookmark = quickmark(line) else {
          try emit(
            .problem("“\(line.trimmed.shortened)” is not a line with a name and an address."))
          continue
        }
        try emit(.bookmark(bookmark))
      } else {
        let parts = line.trimmed.split(separator: " ", maxSplits: 1)
        try emit(
          .bookmark(
            PortableBookmark(
              title: parts.count > 1 ? parts[1].trimmed : "", url: String(parts[0]))))
      }
    }
  }

  static func readHistory(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    try database.readVisits(
      "History",
      "SELECT atime, redirect, url, title, rowid FROM History ORDER BY atime, rowid", emit
    ) { row in
      guard row.integer(1) == 0 else { return .leftOut(.redirects) }
      return .visit(
        PortableVisit(
          row.text(2), title: row.text(3), milliseconds: UnixTime.milliseconds(row.integer(0))))
    }
  }
}
