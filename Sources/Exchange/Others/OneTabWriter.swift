internal import BrowserModel

/// Writes the open tabs in OneTab's format. Each line is `URL | Title`, and an empty line separates
/// windows.
///
/// Tabs that show the start page are omitted.
enum OneTabWriter {
  static func write(_ items: [PortableItem], to stream: ExportStream) throws {
    var isFirst = true
    for window in items.windows {
      let lines = window.tabs.compactMap(line)
      guard !lines.isEmpty else { continue }
      if !isFirst { try stream.write("\n") }
      isFirst = false
      for line in lines { try stream.write(line + "\n") }
    }
  }

  private static func line(_ tab: PortableTab) -> String? {
    let entry = tab.entries[tab.index]
    guard entry.url != Destination.startPage else { return nil }
    let title = entry.title.onOneLine
    let url = entry.url.withEncodedControls
    return title.isEmpty ? url : "\(url) | \(title)"
  }
}
