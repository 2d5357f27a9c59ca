internal import BrowserModel
internal import Notation

/// Reads a file that contains one link: `.url` (Windows), `.desktop` (Linux) or `.webloc` (macOS).
/// If the file contains no title, the name of the file is the title.
enum LinkFile {
  /// Whether a text begins like a link file.
  static func isOne(_ text: String) -> Bool {
    let line = text.split(whereSeparator: \.isNewline).first {
      !$0.trimmed.isEmpty && $0.first != "#"
    }
    switch line?.trimmed.lowercased() {
    case "[internetshortcut]", "[default]": return true
    case "[desktop entry]": return text.contains("\nURL=") || text.contains("\nURL[")
    default: return false
    }
  }

  /// Whether a property list is a link file.
  static func isOne(_ list: JSON) -> Bool { list["URL"]?.string != nil && list.members.count <= 2 }

  static func read(_ bytes: [UInt8], _ path: String, _ emit: (PortableItem) throws -> Void) throws {
    if let list = PropertyList.parse(bytes), let url = list["URL"]?.string {
      return try emit(.bookmark(PortableBookmark(title: name(path), url: url)))
    }
    var bookmark = PortableBookmark(title: name(path))
    var leftOut = OmissionCounts()
    var isInSection = false
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") {
        isInSection = ["[internetshortcut]", "[desktop entry]"].contains(line.lowercased())
        continue
      }
      guard isInSection, let sign = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: sign)...].trimmed
      switch line[..<sign].trimmed.lowercased() {
      case "url": bookmark.url = value
      case "name": bookmark.title = value
      case "comment": bookmark.note = value
      case "icon", "iconfile": leftOut.add(.icons)
      default: break
      }
    }
    try emit(.bookmark(bookmark))
    try leftOut.emitItems(emit)
  }

  /// Returns the name of a file without its extension.
  private static func name(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
