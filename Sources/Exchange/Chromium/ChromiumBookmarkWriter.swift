internal import Addresses
internal import BrowserModel
internal import Notation

/// Writes bookmarks in Chromium's format (`Bookmarks`), with the checksum that Chromium uses to
/// detect changes by other programs.
///
/// Top-level folders with the names of the roots of Chromium, Firefox or Safari become Chromium's
/// roots. All other top-level items become members of “Other bookmarks”. Tags, keywords and notes
/// are stored with the data of extensions, which Chromium preserves but never shows. Chromium has
/// no separators, and rejects an entire file if it contains an invalid URL.
struct ChromiumBookmarkWriter {
  private let stream: ExportStream
  private var checksum = MD5()
  private var nextID = 1
  private var needsComma = false
  private var problems: [String] = []

  /// The permanent ids that Chromium uses for its roots.
  private static let identifiers = [
    "0bc5d13f-2cba-5d74-951f-3f233fe6c908", "82b081ec-3dd3-529c-8475-ab6c344590dd",
    "4cf2e351-0e85-532b-bb37-df045d8f8d0f",
  ]

  /// - Returns: A sentence for each item that is left out.
  static func write(_ items: [PortableItem], to stream: ExportStream) throws -> [String] {
    var writer = ChromiumBookmarkWriter(stream: stream)
    try writer.write(items)
    return writer.problems
  }

  private init(stream: ExportStream) { self.stream = stream }

  private mutating func write(_ items: [PortableItem]) throws {
    let contents = Self.contents(of: items)
    try stream.write("{\"roots\":{")
    for (place, root) in ChromiumBookmarks.roots.enumerated() {
      try stream.write("\(place == 0 ? "" : ",")\"\(root.0)\":")
      needsComma = false
      try begin(
        PortableBookmark(.folder, title: root.1), identifier: Self.identifiers[place])
      for item in contents[place] { try write(item) }
      try end()
    }
    let digest = checksum.digest().map(Self.hexadecimal).joined()
    try stream.write("},\"checksum\":\"\(digest)\",\"version\":1}\n")
  }

  /// Returns the contents of each root.
  private static func contents(of items: [PortableItem]) -> [[PortableItem]] {
    var contents: [[PortableItem]] = [[], [], []]
    var taken: Set<Int> = []
    var depth = 0
    // Items go into “Other bookmarks”, unless they are in a folder that is one of Chromium's roots.
    var root = 1
    var isInRoot = false
    for item in items {
      switch item {
      case .folderBegan(let folder):
        let place = depth == 0 ? ChromiumBookmarks.place(ofRoot: folder.title) : nil
        depth += 1
        if let place, taken.insert(place).inserted {
          (root, isInRoot) = (place, true)
        } else {
          contents[root].append(item)
        }
      case .folderEnded:
        depth -= 1
        // If the depth is 0, the root itself has ended, not a folder in it.
        if depth > 0 || !isInRoot { contents[root].append(item) }
        if depth == 0 { (root, isInRoot) = (1, false) }
      case .bookmark: contents[root].append(item)
      default: break
      }
    }
    return contents
  }

  // MARK: Nodes

  private mutating func write(_ item: PortableItem) throws {
    switch item {
    case .folderBegan(let folder): try begin(folder, identifier: identifier())
    case .folderEnded: try end()
    case .bookmark(let bookmark) where bookmark.kind == .bookmark: try write(bookmark)
    default: break
    }
  }

  private mutating func begin(_ folder: PortableBookmark, identifier: String) throws {
    add(folder.title, kind: "folder")
    var json = JSONWriter()
    json.object { json in
      write(folder, identifier, kind: "folder", to: &json)
      json.member("date_modified", "0")
      json.array("children", of: [String]())
    }
    // The folder stays open, because its contents are written before its two closing brackets.
    try open(Array(json.bytes.dropLast(2)))
    needsComma = false
    nextID += 1
  }

  private mutating func end() throws {
    try stream.write("]}")
    needsComma = true
  }

  private mutating func write(_ bookmark: PortableBookmark) throws {
    guard Addresses.URL(bookmark.url) != nil else {
      problems.append(
        "“\(bookmark.url.shortened)” was left out, because Chromium cannot read such "
          + "an address.")
      return
    }
    add(bookmark.title, kind: "url")
    checksum.update(bookmark.url.utf8)
    var json = JSONWriter()
    json.object { json in
      write(bookmark, identifier(), kind: "url", to: &json)
      json.member("url", bookmark.url)
    }
    try open(json.bytes)
    needsComma = true
    nextID += 1
  }

  private func open(_ bytes: [UInt8]) throws {
    if needsComma { try stream.write(",") }
    try stream.write(bytes)
  }

  private func write(
    _ bookmark: PortableBookmark, _ identifier: String, kind: String, to json: inout JSONWriter
  ) {
    json.member("date_added", Self.time(bookmark.milliseconds))
    json.member("date_last_used", "0")
    json.member("guid", identifier)
    json.member("id", "\(nextID)")
    write(ChromiumBookmarks.MetaInfo.members(of: bookmark), to: &json)
    json.member("name", bookmark.title)
    json.member("type", kind)
  }

  private func write(_ metaInfo: [(name: String, value: String)], to json: inout JSONWriter) {
    guard !metaInfo.isEmpty else { return }
    json.object(ChromiumBookmarks.MetaInfo.member) { json in
      for member in metaInfo { json.member(member.name, member.value) }
    }
  }

  // MARK: Names, times, checksum

  /// Adds the number, the title in UTF-16 and the kind of a node to Chromium's checksum.
  private mutating func add(_ title: String, kind: String) {
    checksum.update("\(nextID)".utf8)
    for unit in title.utf16 {
      checksum.update([UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)])
    }
    checksum.update(kind.utf8)
  }

  /// Returns a UUID for a bookmark. Exports of the same bookmarks always contain the same UUIDs.
  private func identifier() -> String {
    var hash = MD5()
    hash.update("retrace bookmark \(nextID)".utf8)
    var bytes = hash.digest()
    // The UUID must look like a random one (RFC 9562, version 4).
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let parts = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
    return parts.map { $0.map(Self.hexadecimal).joined() }.joined(separator: "-")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// Converts a time to microseconds since 1601 UTC. Returns 0 if the time is unknown.
  private static func time(_ milliseconds: Int64) -> String {
    milliseconds > 0 ? "\((milliseconds + 11_644_473_600_000) * 1_000)" : "0"
  }
}
