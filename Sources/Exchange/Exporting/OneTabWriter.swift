/// Writes the tabs that are open as OneTab's text (``OneTab``): an address and a title a line, a window a
/// group.
enum OneTabWriter {
  static func text(_ session: ExchangedSession) -> String {
    session.windows.map { window in
      window.tabs.map { tab in
        let entry = tab.entries[tab.index]
        let title = entry.title.split(whereSeparator: \.isNewline).joined(separator: " ")
        return title.isEmpty ? "\(entry.url)\n" : "\(entry.url) | \(title)\n"
      }.joined()
    }.joined(separator: "\n")
  }
}
