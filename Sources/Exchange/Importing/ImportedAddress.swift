internal import Addresses

/// Addresses from other programs. They are parsed and serialised during the import, so that a page
/// has the same address regardless of the source. Invalid addresses are not stored.
enum ImportedAddress {
  /// Returns the serialised URL, with any scheme, or nil if the text is not a URL.
  static func parsed(_ text: String) -> String? { URL(text)?.href }

  /// Returns the serialised URL of a bookmark, or the text itself if it is a URL with `%s` for the
  /// search terms. Returns nil if the text is not a URL.
  static func template(_ text: String) -> String? {
    if let url = parsed(text) { return url }
    // The search terms may be part of the host, where a percent sign is not allowed.
    let parts = text.split(separator: "%s", omittingEmptySubsequences: false)
    return parts.count > 1 && URL(parts.joined(separator: "words")) != nil ? text : nil
  }

  /// Returns the address of an event, serialised if it is valid. Older imports stored unparsed text.
  static func known(_ text: String) -> String { template(text) ?? text }
}

extension PortableSession {
  /// Returns the session with all addresses parsed. An entry with an invalid address is omitted and
  /// reported.
  func parsed(_ report: inout ImportReport) -> PortableSession {
    var session = self
    for place in windows.indices { session.windows[place].parse(&report) }
    for place in closed.indices {
      switch closed[place].item {
      case .tab(var tab, let index, let window):
        tab.parse(&report)
        session.closed[place].item = .tab(tab, index: index, window: window)
      case .window(var window):
        window.parse(&report)
        session.closed[place].item = .window(window)
      }
    }
    return session
  }
}

extension PortableWindow {
  fileprivate mutating func parse(_ report: inout ImportReport) {
    for place in tabs.indices { tabs[place].parse(&report) }
  }
}

extension PortableTab {
  fileprivate mutating func parse(_ report: inout ImportReport) {
    var kept: [PortableEntry] = []
    var current = 0
    for (place, var entry) in entries.enumerated() {
      // An address that is too long is reported with its tab.
      if !entry.url.isTooLong {
        guard let url = ImportedAddress.parsed(entry.url) else {
          report.add(
            problem: "An entry of a tab was left out: “\(entry.url.shortened)” is not an address.")
          continue
        }
        entry.url = url
      }
      if place <= index { current = kept.count }
      kept.append(entry)
    }
    entries = kept
    index = min(current, max(kept.count - 1, 0))
  }
}
