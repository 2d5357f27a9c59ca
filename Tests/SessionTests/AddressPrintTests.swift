import BrowserModel
import EventLog
import TestSupport
import Testing

@testable import Session

/// What is known of the addresses that events said, without a look into the log.
@Suite struct AddressPrintTests {
  @Test func `only an address that is surely another is said to be another`() throws {
    let session = try Session.inMemory()
    let tab = try session.open()
    var prints = AddressPrints()
    let gone = try session.perform(.go(tab, Destination("http://a.example/one")))
    #expect(!prints.isOther("http://b.example/", than: gone.sequence))
    prints.note(gone)
    #expect(!prints.isOther("http://a.example/one", than: gone.sequence))
    #expect(prints.isOther("http://a.example/two", than: gone.sequence))
    #expect(prints.isOther("http://a.example/one#part", than: gone.sequence))
    #expect(!prints.isOther("http://a.example/two", than: gone.sequence.advanced(by: 1)))
    prints.removeAll()
    #expect(!prints.isOther("http://a.example/two", than: gone.sequence))
  }

  @Test func `an address whose place another event has taken is not known`() throws {
    let session = try Session.inMemory()
    let tab = try session.open()
    var prints = AddressPrints()
    let first = try session.perform(.go(tab, Destination("http://a.example/")))
    prints.note(first)
    var later = first
    later.events[0].sequence = first.events[0].sequence.advanced(by: 1 << 20)
    prints.note(later)
    #expect(!prints.isOther("http://b.example/", than: first.sequence))
    #expect(prints.isOther("http://b.example/", than: later.sequence))
  }

  /// Links to where the tab is already replace, all others push (H3): with a session that knows prints
  /// and with one that was just opened.
  @Test func `a session decides on links like one that knows nothing yet`() throws {
    let profile = try TestProfile()
    var session: Session? = try profile.session()
    let tab = try #require(session).open()
    let urls = (0..<4).map { "http://a.example/\(String(repeating: "x", count: 40))/\($0)" }
    var random = SplitMix64(seed: 7)
    var count = 1
    var shown = ""
    for step in 0..<200 {
      if step % 20 == 19 {
        session = nil
        session = try profile.session()
      }
      let url = urls[random.below(urls.count)]
      try session?.perform(.follow(tab, Destination(url), Following()))
      if url != shown { count += 1 }
      shown = url
      #expect(session?.browser.tab(tab)?.rows.count == min(count, 50))
    }
  }
}
