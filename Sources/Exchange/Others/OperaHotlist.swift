internal import BrowserModel

/// Reads the bookmarks of Opera up to version 12 (`bookmarks.adr`).
enum OperaHotlist {
  /// The first line of the file.
  static let sign = "Opera Hotlist version 2.0"

  static func read(_ bytes: [UInt8], _ take: (PortableItem) throws -> Void) throws {
    var reader = Reader()
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      try reader.read(line.trimmed, take)
    }
    try reader.finish(take)
  }

  private struct Reader {
    /// The last item, whose fields follow.
    private var pending: PortableBookmark?
    private var depth = 0
    private var leftOut = LeftOutCounts()

    mutating func read(_ line: String, _ take: (PortableItem) throws -> Void) throws {
      switch line {
      case "#FOLDER": try begin(.folder, take)
      case "#URL": try begin(.bookmark, take)
      case "#SEPERATOR", "#SEPARATOR": try begin(.separator, take)
      case "-":
        try give(take)
        if depth > 0 { try take(.folderEnded) }
        depth = max(depth - 1, 0)
      case _ where line.hasPrefix("#"):
        try give(take)
        leftOut.add(.parts)
      default: field(line)
      }
    }

    private mutating func begin(
      _ kind: Bookmark.Kind, _ take: (PortableItem) throws -> Void
    ) throws {
      try give(take)
      pending = PortableBookmark(kind)
    }

    /// Provides the last item, whose fields are now complete.
    private mutating func give(_ take: (PortableItem) throws -> Void) throws {
      guard let done = pending else { return }
      pending = nil
      guard done.kind == .folder else { return try take(.bookmark(done)) }
      depth += 1
      try take(.folderBegan(done))
    }

    private mutating func field(_ line: String) {
      guard pending != nil, let sign = line.firstIndex(of: "=") else { return }
      let value = String(line[line.index(after: sign)...])
      guard !value.isEmpty else { return }
      switch line[..<sign].trimmed {
      case "NAME": pending?.title = value
      case "URL": pending?.url = value
      case "CREATED": pending?.milliseconds = UnixTime.milliseconds(written: value)
      // Opera writes a line break in a note as two control characters.
      case "DESCRIPTION":
        pending?.note = value.replacing("\u{2}\u{2}", with: "\n")
      case "SHORT NAME": pending?.keyword = value
      case "VISITED": leftOut.add(.lastVisits)
      case "ICONFILE": leftOut.add(.icons)
      case "ID", "UNIQUEID", "EXPANDED", "ON PERSONALBAR", "PERSONALBAR_POS", "TRASH FOLDER",
        "DELETABLE", "SEPARATOR_ALLOWED", "MOVE_IS_COPY", "IN PANEL", "PANEL_POS", "TARGET",
        "DISPLAY URL", "PARTNERID", "ACTIVE":
        break
      default: leftOut.add(.otherFields)
      }
    }

    mutating func finish(_ take: (PortableItem) throws -> Void) throws {
      try give(take)
      for _ in 0..<depth { try take(.folderEnded) }
      try leftOut.give(take)
    }
  }
}
