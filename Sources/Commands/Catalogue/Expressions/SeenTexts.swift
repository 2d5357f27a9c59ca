internal import BrowserModel

/// Which of the words that are looked for the events of a log say.
struct SeenTexts {
  private var needles: [SearchPattern] = []
  private var urls: [EventID: UInt64] = [:]
  private var titles: [EventID: UInt64] = [:]
  private var hosts: [String: [EventID]] = [:]

  /// Which texts of a page count.
  struct Places: OptionSet {
    let rawValue: Int
    static let url = Places(rawValue: 1)
    static let title = Places(rawValue: 2)
  }

  /// Adds words to look for, and gives the bits that stand for them.
  mutating func add(_ words: [String]) -> UInt64 {
    var mask: UInt64 = 0
    for word in words where needles.count < UInt64.bitWidth {
      mask |= 1 << UInt64(needles.count)
      needles.append(SearchPattern(word))
    }
    return mask
  }

  /// Adds a host whose zoom counts.
  mutating func add(host: String) { hosts[host] = [] }

  /// The events that named a host first, on whatever line.
  func names(ofHost host: String) -> [EventID] { hosts[host] ?? [] }

  /// Whether a page has all the words of a mask in the texts that count. A tab without pages, whose
  /// entries are still to follow, shows the start page.
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
