internal import Addresses

/// What other programs write as an address: it is parsed and serialised when it comes in, so that a
/// page has one text whoever wrote it, and what is not an address is kept by nobody.
enum ImportedAddress {
  /// The serialised URL, of whatever scheme, or nil for a text that is none.
  static func parsed(_ text: String) -> String? { URL(text)?.href }

  /// The same for a bookmark, in whose URL words may take the place of `%s`.
  static func template(_ text: String) -> String? {
    if let url = parsed(text) { return url }
    // The words may be a part of the host, where no percent sign can stand.
    let parts = text.split(separator: "%s", omittingEmptySubsequences: false)
    return parts.count > 1 && URL(parts.joined(separator: "words")) != nil ? text : nil
  }

  /// What an event has for an address: an older import kept texts as they were.
  static func known(_ text: String) -> String { template(text) ?? text }
}

extension PortableSession {
  /// The session with each address parsed. An entry whose text is none is left out, and told.
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
      // One that is too long is told with its tab.
      if !entry.url.isTooLong {
        guard let url = ImportedAddress.parsed(entry.url) else {
          report.add(
            problem: "An entry of a tab is left out: “\(entry.url.shortened)” is not an address.")
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
