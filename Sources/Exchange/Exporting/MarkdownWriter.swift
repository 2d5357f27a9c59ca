internal import BrowserModel

/// Writes what is open and the bookmarks as a page that a person reads.
enum MarkdownWriter {
  static func text(_ content: BrowserContent) -> String {
    var text = ""
    for (number, window) in content.session.windows.enumerated() {
      text += "## Window \(number + 1)\n\n"
      for tab in window.tabs {
        let entry = tab.entries[tab.index]
        text += "- \(link(entry.title, entry.url))\n"
      }
      text += "\n"
    }
    guard !content.bookmarks.isEmpty else { return text }
    return text + "## Bookmarks\n\n" + list(content.bookmarks)
  }

  private static func list(_ bookmarks: [Exchanged]) -> String {
    var text = ""
    var depth = 0
    for item in bookmarks {
      let indent = String(repeating: "  ", count: depth)
      switch item {
      case .folderBegan(let folder):
        text += "\(indent)- **\(escaped(folder.title))**\n"
        depth += 1
      case .folderEnded: depth -= 1
      case .bookmark(let bookmark) where bookmark.kind == .bookmark:
        let tags = bookmark.tags.map { " `\($0.replacing("`", with: "'"))`" }.joined()
        text += "\(indent)- \(link(bookmark.title, bookmark.url))\(tags)\n"
      default: break
      }
    }
    return text
  }

  private static func link(_ title: String, _ url: String) -> String {
    let address = url.replacing("<", with: "%3C").replacing(">", with: "%3E")
      .replacing("\n", with: "%0A")
    return "[\(escaped(title.isEmpty ? url : title))](<\(address)>)"
  }

  /// Text of which nothing is taken for a mark.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character.isNewline {
        escaped += " "
      } else {
        if "\\`*_[]<>#&|~".contains(character) { escaped += "\\" }
        escaped.append(character)
      }
    }
    return escaped
  }
}
