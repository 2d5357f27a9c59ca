internal import BrowserModel

/// Reads the bookmarks of Opera up to version 12 (`bookmarks.adr`).
enum OperaHotlist {
  /// The first line of the file.
  static let sign = "Opera Hotlist version 2.0"

  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    var reader = Reader()
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      try reader.read(line.trimmed, emit)
    }
    try reader.finish(emit)
  }

  private struct Reader {
    /// The last item, whose fields follow.
    private var pending: PortableBookmark?
    private var depth = 0
    private var leftOut = OmissionCounts()

    mutating func read(_ line: String, _ emit: (PortableItem) throws -> Void) throws {
      switch line {
      case "#FOLDER": try begin(.folder, emit)
      case "#URL": try begin(.bookmark, emit)
      case "#SEPERATOR", "#SEPARATOR": try begin(.separator, emit)
      case "-":
        try emitItems(emit)
        if depth > 0 { try emit(.folderEnded) }
        depth = max(depth - 1, 0)
      case _ where line.hasPrefix("#"):
        try emitItems(emit)
        leftOut.add(.parts)
      default: field(line)
      }
    }

    private mutating func begin(
      _ kind: Bookmark.Kind, _ emit: (PortableItem) throws -> Void
    ) throws {
      try emitItems(emit)
      pending = PortableBookmark(kind)
    }

    /// Passes on the last item, whose fields are now complete.
    private mutating func emitItems(_ emit: (PortableItem) throws -> Void) throws {
      guard let done = pending else { return }
      pending = nil
      guard done.kind == .folder else { return try emit(.bookmark(done)) }
      depth += 1
      try emit(.folderBegan(done))
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

    mutating func finish(_ emit: (PortableItem) throws -> Void) throws {
      try emitItems(emit)
      for _ in 0..<depth { try emit(.folderEnded) }
      try leftOut.emitItems(emit)
    }
  }
}
