internal import BrowserModel

/// Records which of the searched words occur in the events of a log.
struct SeenTexts {
  private var needles: [SearchPattern] = []
  private var urls: [EventID: UInt64] = [:]
  private var titles: [EventID: UInt64] = [:]
  private var hosts: [String: [EventID]] = [:]

  /// Specifies which texts of a page are searched.
  struct Places: OptionSet {
    let rawValue: Int
    static let url = Places(rawValue: 1)
    static let title = Places(rawValue: 2)
  }

  /// Adds words to search for, and returns the bits that represent them.
  mutating func add(_ words: [String]) -> UInt64 {
    var mask: UInt64 = 0
    for word in words where needles.count < UInt64.bitWidth {
      mask |= 1 << UInt64(needles.count)
      needles.append(SearchPattern(word))
    }
    return mask
  }

  /// Adds a host whose zoom is needed.
  mutating func add(host: String) { hosts[host] = [] }

  /// Returns the events that first named a host, on any branch.
  func names(ofHost host: String) -> [EventID] { hosts[host] ?? [] }

  /// Whether the specified texts of a page contain all words of a mask. A tab without pages shows
  /// the start page until its entries follow.
  func has(_ mask: UInt64, in places: Places, of entry: HistoryEntry?) -> Bool {
    var found: UInt64 = 0
    guard let entry else {
      if places.contains(.url) { found = self.mask(of: Destination.startPage) }
      return found & mask == mask
    }
    if places.contains(.url) { found |= urls[entry.content] ?? 0 }
    if places.contains(.title) { found |= titles[entry.title] ?? 0 }
    return found & mask == mask
  }

  mutating func note(_ event: Event, words: EventWords) {
    switch event.body {
    case .tab(.opened(let body)):
      note(url: body.url.isPresent ? words(body.url) : Destination.startPage, event.sequence)
    case .navigation(.committed(let body)): note(url: words(body.url), event.sequence)
    case .page(.titled(let body)):
      guard !needles.isEmpty else { return }
      let mask = mask(of: words(body.title))
      if mask != 0 { titles[event.sequence] = mask }
    case .zoom(.siteSet(let body)):
      if !hosts.isEmpty, body.host.isPresent { hosts[words(body.host)]?.append(event.sequence) }
    default: break
    }
  }

  private mutating func note(url: @autoclosure () -> String, _ event: EventID) {
    guard !needles.isEmpty else { return }
    let mask = mask(of: url())
    if mask != 0 { urls[event] = mask }
  }

  private func mask(of text: String) -> UInt64 {
    var mask: UInt64 = 0
    for (place, searchPattern) in needles.enumerated() where searchPattern.isIn(text) {
      mask |= 1 << UInt64(place)
    }
    return mask
  }
}
