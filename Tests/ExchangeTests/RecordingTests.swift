import BrowserModel
import RetraceEventLog
import RetraceStore
import Testing

@testable import Exchange

/// Converts observations to actions, without a browser.
struct RecordingTests {
  private let store: Store

  init() throws { store = try Store(EventLog()) { 1_800_000_000_000 } }

  /// Windows with a tab for each address. The first tab is active.
  private func observation(_ windows: [Int64: [String]]) -> Observation {
    var observation = Observation(ObservedStrip())
    for (id, urls) in windows.sorted(by: { $0.key < $1.key }) {
      var tabs: [ObservedTab] = []
      for (place, url) in urls.enumerated() {
        var tab = ObservedTab(id * 100 + Int64(place))
        tab.isActive = place == 0
        tabs.append(tab)
        var history = ObservedHistory()
        history.entries = [ObservedEntry(tab.id, url)]
        observation.histories[tab.id] = history
      }
      observation.strip.windows.append(ObservedWindow(id, tabs))
    }
    return observation
  }

  private var windows: [[String]] {
    get throws {
      let browser = store.browser
      return try store.read { words in
        browser.windows.map { window in
          window.tabs.compactMap { browser.tab($0) }.map { browser.url(of: $0, text: words) }
        }
      }
    }
  }

  private let two: [Int64: [String]] = [1: ["https://a/", "https://b/"], 2: ["https://c/"]]

  @Test func theSameObservationTwiceWritesNothing() throws {
    let recording = Recording(store)
    try recording.record(observation(two))
    #expect(try windows == [["https://a/", "https://b/"], ["https://c/"]])
    let before = store.browser.sequence
    try recording.record(observation(two))
    #expect(store.browser.sequence == before)
  }

  @Test func aMissingWindowIsClosedOnlyWhenClosingIsBelieved() throws {
    let recording = Recording(store)
    try recording.record(observation(two))
    var later = observation([1: ["https://a/", "https://b/"]])
    later.believesClosedWindows = false
    try recording.record(later)
    #expect(recording.misses(windowsIn: later.strip))
    #expect(try windows.count == 2)
    later.believesClosedWindows = true
    try recording.record(later)
    #expect(!recording.misses(windowsIn: later.strip))
    #expect(try windows == [["https://a/", "https://b/"]])
  }

  @Test func aTabThatWasClosedInTheLogIsOpenedAgain() throws {
    let recording = Recording(store)
    try recording.record(observation(two))
    let window = try #require(store.browser.windows.first)
    try store.perform(.closeTabs([window.tabs[1]]))
    try recording.record(observation(two))
    #expect(try windows == [["https://a/", "https://b/"], ["https://c/"]])
  }

  @Test func aReplacedPageHasItsTitleEvenIfThePreviousPageHadTheSame() throws {
    let recording = Recording(store)
    for url in ["https://a/", "https://b/"] {
      var observation = observation([1: [url]])
      observation.histories[100]?.entries[0].title = "Same"
      try recording.record(observation)
    }
    let browser = store.browser
    let titles = try store.read { words in
      browser.tabs.map { browser.title(of: $0, text: words) }
    }
    #expect(titles == ["Same"])
  }
}
