import BrowserModel
import EventCoding

/// A generated use of a browser, event by event. The same size and seed produce the same events.
///
/// The workload maintains a small model, so that every event refers to existing tabs and entries.
/// It first creates the windows, tabs and folders. Then it generates a mix that is typical of long
/// use: 56 % navigations, 9 % back or forward, 9 % selections, 8 % opened and 8 % closed tabs, 4.6
/// % titles, 2.1 % zooms, 2.5 % bookmarks, and further navigations for the rest. 70 % of the
/// addresses come from a pool of 200,000, and some of these are repeated far more often than
/// others.
struct Workload {
  /// The size of the workload.
  struct Size: Equatable {
    var tabs: Int
    var windows: Int
    var seed: UInt64
    /// The maximum number of zoomed sites.
    var zoomedSites = SyntheticText.hostCount
  }

  let size: Size
  /// The bytes to which the strings of the newest event refer.
  private(set) var words: ContiguousArray<UInt8> = []
  private(set) var sequence = EventID.nothing
  var random: SplitMix64
  var browser = BrowserSketch()
  private var milliseconds: Int64 = 1_700_000_000_000
  private var newAddresses = 0
  private var isFurnished = false

  private static let pool = 200_000
  private static let folders = 300

  init(_ size: Size) {
    self.size = size
    random = SplitMix64(seed: size.seed)
  }

  /// Returns the next event, whose strings refer to ``words``.
  mutating func next() -> Event {
    words.removeAll(keepingCapacity: true)
    sequence = sequence.advanced(by: 1)
    milliseconds += Int64(200 + random.below(4_000))
    let body = nextBody()
    return Event(
      sequence: sequence, batch: BatchID(sequence), milliseconds: milliseconds,
      via: Event.Via.allCases[random.below(Event.Via.allCases.count)], body: body)
  }

  private mutating func nextBody() -> Body {
    if !isFurnished, let body = populate() { return body }
    switch random.below(1_000) {
    case ..<560: return navigate()
    case ..<650: return travel()
    case ..<740: return selectTab()
    case ..<900: return openOrCloseTab()
    case ..<946: return reportTitle()
    case ..<967: return zoomSite()
    case ..<992: return changeBookmarks()
    default: return navigate()
    }
  }

  /// Returns the next event that creates a window, tab or folder, or nil once all exist and the mix
  /// begins.
  private mutating func populate() -> Body? {
    if browser.windows.count < size.windows, browser.windows.last?.tabs.isEmpty != true {
      return openWindow()
    }
    if browser.tabCount < size.tabs { return openTab() }
    if browser.folders.count < Self.folders { return addFolder() }
    isFurnished = true
    return nil
  }

  private mutating func openOrCloseTab() -> Body {
    if browser.tabCount < size.tabs { return openTab() }
    if browser.tabCount > size.tabs { return closeTab() }
    return random.below(2) == 0 ? openTab() : closeTab()
  }

  // MARK: Words

  mutating func address() -> Text {
    let number: Int
    if random.below(10) < 7 {
      number = random.skewed(below: Self.pool)
    } else {
      newAddresses += 1
      number = Self.pool + newAddresses
    }
    return text { SyntheticText.appendAddress(number, to: &$0) }
  }

  mutating func title() -> Text {
    let number = random.below(1 << 30)
    return text { SyntheticText.appendTitle(number, to: &$0) }
  }

  mutating func host(_ number: Int) -> Text {
    text { SyntheticText.appendHost(number, to: &$0) }
  }

  private mutating func text(_ write: (inout ContiguousArray<UInt8>) -> Void) -> Text {
    let start = words.count
    write(&words)
    return Text(start: UInt32(start), count: UInt32(words.count - start))
  }
}
