internal import BrowserModel

/// Writes the open tabs as OneTab does: `URL | Title` a line, and an empty line between windows.
///
/// A tab that shows the start page is left out.
enum OneTabWriter {
  static func write(_ items: [Imported], to stream: ExportStream) throws {
    var isFirst = true
    for window in items.windows {
      let lines = window.tabs.compactMap(line)
      guard !lines.isEmpty else { continue }
      if !isFirst { try stream.write("\n") }
      isFirst = false
      for line in lines { try stream.write(line + "\n") }
    }
  }

  private static func line(_ tab: ImportedTab) -> String? {
    let entry = tab.entries[tab.index]
    guard entry.url != Destination.startPage else { return nil }
    let title = entry.title.onOneLine
    return title.isEmpty ? entry.url : "\(entry.url) | \(title)"
  }
}

extension [Imported] {
  /// The open windows.
  var windows: [ImportedWindow] {
    flatMap { item in
      guard case .session(let session) = item else { return [ImportedWindow]() }
      return session.windows
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}

extension String {
  /// With a space in the place of each run of white space and control characters.
  var onOneLine: String {
    split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) }.joined(separator: " ")
  }
}
