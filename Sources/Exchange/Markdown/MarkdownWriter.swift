internal import BrowserModel

/// Writes tabs and bookmarks as readable lists (CommonMark).
enum MarkdownWriter {
  static func write(_ items: [PortableItem], to stream: ExportStream) throws {
    try writeTabs(items.windows, to: stream)
    try writeBookmarks(items, to: stream)
  }

  private static func writeTabs(_ windows: [PortableWindow], to stream: ExportStream) throws {
    guard !windows.isEmpty else { return }
    try stream.write("# Tabs\n")
    for (place, window) in windows.enumerated() {
      try stream.write("\n## Window \(place + 1)\n\n")
      for (index, tab) in window.tabs.enumerated() {
        let entry = tab.entries[tab.index]
        let link = link(entry.title, entry.url)
        try stream.write(index == window.active ? "- **\(link)**\n" : "- \(link)\n")
      }
    }
    try stream.write("\n")
  }

  private static func writeBookmarks(_ items: [PortableItem], to stream: ExportStream) throws {
    var depth = 0
    var isFirst = true
    for item in items {
      if isFirst, item.isBookmark {
        try stream.write("# Bookmarks\n\n")
        isFirst = false
      }
      let indent = String(repeating: "  ", count: depth)
      switch item {
      case .folderBegan(let folder):
        try stream.write("\(indent)- **\(escaped(folder.title))**\n")
        try write(folder.note, indent, to: stream)
        depth += 1
      case .folderEnded: depth -= 1
      case .bookmark(let bookmark) where bookmark.kind == .bookmark:
        let tags = bookmark.tags.map { " \\#\(escaped($0))" }.joined()
        try stream.write("\(indent)- \(link(bookmark.title, bookmark.url))\(tags)\n")
        try write(bookmark.note, indent, to: stream)
      default: break
      }
    }
  }

  /// Writes a note as a block quote below its item, line by line.
  private static func write(_ note: String, _ indent: String, to stream: ExportStream) throws {
    guard !note.isEmpty else { return }
    for line in note.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = escaped(String(line))
      try stream.write(words.isEmpty ? "\(indent)  >\n" : "\(indent)  > \(words)\n")
    }
  }

  private static func link(_ title: String, _ url: String) -> String {
    if url == Destination.startPage { return Markdown.startPage }
    let label = title.isEmpty ? url : title
    return "[\(escaped(label))](<\(destination(url))>)"
  }

  /// Escapes punctuation that could have a meaning in Markdown.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.onOneLine.unicodeScalars {
      if "\\`*_[]<>&!|~#".unicodeScalars.contains(scalar) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// Percent-encodes the characters that would end the angle brackets around a URL.
  private static func destination(_ url: String) -> String {
    var written = ""
    for scalar in url.withEncodedControls.unicodeScalars {
      switch scalar {
      case "<": written += "%3C"
      case ">": written += "%3E"
      case "\\": written += "%5C"
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }
}

extension PortableItem {
  fileprivate var isBookmark: Bool {
    switch self {
    case .bookmark, .folderBegan: true
    default: false
    }
  }
}
