import BrowserModel
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue

/// The search for words in the names of tabs, compared with a search in copies of the names.
@Suite struct TabNamesTests {
  private static let parts = ["rust", "Book", "Crème", "creme", "straße", "ТЕСТ", "тест", "日本", ""]

  @Test(arguments: 0..<4) func `a tab matches words if copies of its names do`(seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    var count = 0
    for number in 0..<60 {
      let url = "https://\(random.below(9)).example/\(random.pick(["Rust", "book", "x"]))/\(number)"
      let tab = try #require(store.perform(.open(OpenTab(Destination(url)))).openedTab)
      let title = (0..<random.below(3)).map { _ in random.pick(Self.parts) }.joined(separator: " ")
      if !title.isEmpty { try store.perform(.reportTitle(tab, title), by: Origin(.page)) }
      if random.once(in: 3) { try store.perform(.group([tab], title: random.pick(Self.parts))) }
      if random.once(in: 10) { try store.forget(.url(url)) }
    }
    try store.perform(.open(OpenTab()))
    let browser = store.browser
    try store.read { words in
      for tab in browser.tabs {
        for _ in 0..<20 {
          let text = (0..<random.below(3)).map { _ in random.pick(Self.parts + ["example/x", "7"]) }
          let patterns = [SearchPattern](wordsOf: text.joined(separator: " "))
          let matches = words.names(of: tab.id, in: browser, contain: patterns)
          #expect(matches == patterns.areIn(words.names(of: tab.id, in: browser).all), "\(text)")
          if matches { count += 1 }
        }
      }
    }
    #expect(count > 20)
  }
}
