internal import BrowserModel

/// Reads OneTab's lists of tabs. Each line is `URL | Title`, and an empty line separates groups. A
/// group becomes a window. OneTab's own data is described by a ``JSONLayout``.
enum OneTab {
  /// Whether a text begins like a list of tabs.
  static func isOne(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    let scheme = line.prefix { $0 != ":" }
    return line.contains("://") && !scheme.isEmpty
      && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }

  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var windows: [PortableWindow] = []
    var tabs: [PortableTab] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) {
        if !tabs.isEmpty { windows.append(PortableWindow(tabs: tabs)) }
        tabs = []
      } else if let tab = tab(line) {
        tabs.append(tab)
      } else {
        try emit(.problem("“\(line.trimmed.shortened)” is not a line with an address."))
      }
    }
    if !tabs.isEmpty { windows.append(PortableWindow(tabs: tabs)) }
    try emit(.session(PortableSession(windows: windows, focused: 0)))
  }

  /// Parses a line. The text after the first separator is the title, because a title may also
  /// contain the separator.
  private static func tab(_ line: Substring) -> PortableTab? {
    let parts = line.parted(at: " | ")
    let url = (parts?.before ?? line).trimmed
    guard url.contains(":"), !url.contains(" ") else { return nil }
    let entry = PortableEntry(url, title: parts?.after.trimmed ?? "")
    return PortableTab(entries: [entry], index: 0)
  }
}

extension [PortableItem] {
  /// The open windows.
  var windows: [PortableWindow] {
    flatMap { item in
      guard case .session(let session) = item else { return [PortableWindow]() }
      return session.windows
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// The text on one line. Each run of white space and control characters is replaced by a space.
  var onOneLine: String {
    split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) }.joined(separator: " ")
  }

  /// The address with control characters percent-encoded.
  var withEncodedControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var encoded = ""
    for scalar in unicodeScalars {
      guard scalar.isControl else {
        encoded.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
