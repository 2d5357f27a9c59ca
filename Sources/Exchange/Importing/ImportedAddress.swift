internal import Addresses

/// Addresses of other programs. They are parsed and serialised when they are imported, so that a
/// page has the same text regardless of the source. Invalid addresses are not stored.
enum ImportedAddress {
  /// The serialised URL, with any scheme, or nil for an invalid text.
  static func parsed(_ text: String) -> String? { URL(text)?.href }

  /// The same for a bookmark, whose URL may contain `%s` for search terms.
  static func template(_ text: String) -> String? {
    if let url = parsed(text) { return url }
    // The search terms may be part of the host, which cannot contain a percent sign.
    let parts = text.split(separator: "%s", omittingEmptySubsequences: false)
    return parts.count > 1 && URL(parts.joined(separator: "words")) != nil ? text : nil
  }

  /// The address in an event, because older imports stored unparsed text.
  static func known(_ text: String) -> String { template(text) ?? text }
}

extension PortableSession {
  /// The session with each address parsed. An entry with an invalid address is omitted and
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
      // One that is too long is reported with its tab.
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
