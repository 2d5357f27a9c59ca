internal import BrowserModel

/// The events that make the state right once words are gone: what would be left without a name goes.
struct ForgettingFacts {
  private(set) var draft = Draft()
  /// The bookmarks and folders that go.
  private(set) var bookmarks: [Bookmark] = []
  /// The events that named the sites whose zoom goes.
  private(set) var sites: [EventID] = []
  private var browser: Browser
  private let words: RedactedWords

  /// - Parameter browser: The newest state.
  init(_ redactions: Redactions, _ browser: Browser, _ words: RedactedWords) {
    self.browser = browser
    self.words = words
    var body = Forgotten()
    body.first = redactions.first
    body.last = redactions.last
    body.count = Int32(clamping: redactions.count)
    draft.append(.time(.forgotten(body)))
  }

  mutating func takeAll() {
    removeBookmarks()
    clearSites()
    resetSettings()
    for tab in browser.windows.flatMap(\.tabs).compactMap({ browser.tab($0) }) { leave(tab) }
  }

  private mutating func append(_ body: Body) {
    draft.append(body)
    // Only what follows from it is looked at, and no event names this one.
    browser.apply(
      Event(
        sequence: browser.sequence, batch: browser.sequence,
        milliseconds: browser.health.lastEventMilliseconds, body: body))
  }

  private func isForgotten(_ field: TextField, of event: EventID) -> Bool {
    event.exists && words.text(field, of: event)?.isEmpty ?? false
  }

  /// A folder goes when its title is gone and nothing is left in it.
  private mutating func removeBookmarks() {
    for bookmark in browser.bookmarks.all.reversed() {
      let isNameless =
        switch bookmark.kind {
        case .bookmark: isForgotten(.url, of: bookmark.url)
        case .folder:
          isForgotten(.title, of: bookmark.title)
            && browser.bookmarks.children(of: bookmark.id).isEmpty
        case .separator: false
        }
      guard isNameless else { continue }
      let siblings = browser.bookmarks.children(of: bookmark.parent)
      var body = BookmarkRemoved()
      body.bookmark = bookmark.id
      body.index = Int32(siblings.firstIndex(of: bookmark.id) ?? 0)
      append(.bookmark(.removed(body)))
      bookmarks.append(bookmark)
    }
  }

  private mutating func clearSites() {
    for site in browser.zoom.sites.set where isForgotten(.host, of: site.name) {
      var body = SiteZoomSet()
      body.site = site.name
      append(.zoom(.siteSet(body)))
      sites.append(site.name)
    }
  }

  private mutating func resetSettings() {
    for name in Settings.Name.allCases
    where isForgotten(.value, of: browser.settings.source(of: name)) {
      var body = SettingChanged()
      body.name = name
      append(.setting(body))
    }
  }

  /// A tab stops loading what was forgotten, and goes to the nearest page that is left.
  private mutating func leave(_ tab: Tab) {
    if tab.pending.exists, isForgotten(.url, of: tab.pending) {
      var body = LoadStopped()
      body.tab = tab.id
      append(.navigation(.stopped(body)))
    }
    guard let row = tab.row, browser.isForgotten(row, text: words),
      let left = browser.shown(tab, text: words).row
    else { return }
    var body = Traveled()
    body.tab = tab.id
    body.entry = left.entry
    append(.navigation(.traveled(body)))
  }
}

/// Words and in how many events they stand, in the order in which they came.
struct ForgettingList {
  private var counts: [ForgettingItem: Int] = [:]
  private var order: [ForgettingItem] = []

  mutating func add(_ item: ForgettingItem) {
    guard !item.text.isEmpty else { return }
    if counts.updateValue((counts[item] ?? 0) + 1, forKey: item) == nil { order.append(item) }
  }

  /// Each kind by itself.
  var all: [(item: ForgettingItem, count: Int)] {
    ForgettingItem.Kind.allCases.flatMap { kind in
      order.filter { $0.kind == kind }.map { ($0, counts[$0] ?? 0) }
    }
  }
}

/// Events in few bytes.
struct EventSet {
  private var numbers: ContiguousArray<Int32> = []
  private var isSorted = true

  var count: Int { numbers.count }

  /// Adds an event. Call ``settle()`` before asking.
  mutating func insert(_ event: EventID) {
    if let last = numbers.last {
      if last == event.rawValue { return }
      if last > event.rawValue { isSorted = false }
    }
    numbers.append(event.rawValue)
  }

  mutating func settle() {
    guard !isSorted else { return }
    numbers.sort()
    var different: ContiguousArray<Int32> = []
    for number in numbers where number != different.last { different.append(number) }
    numbers = different
    isSorted = true
  }

  func contains(_ event: EventID) -> Bool {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < event.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == event.rawValue
  }
}
