import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// A profile with damaged pages of derived data. No action is rejected, and the data is rebuilt.
@Suite struct DamagedCheckpointsTests {
  private let profile: TestProfile
  private let data: URL
  /// The bytes of the undamaged data file.
  private let bytes: [UInt8]
  private let events: [Event]
  private let titles: Int
  private let found: Int

  init() throws {
    profile = try TestProfile()
    do {
      let store = try profile.store()
      for number in 1...2_600 {
        let tab = try store.open("http://site\(number % 300).example/page")
        if number % 3 > 0 { try store.perform(.closeTabs([tab])) }
      }
      while store.indexSomeVisits() {}
      events = try store.events()
      titles = try store.pages(PageQuery()).count
      let match = try #require(WordMatch("site17"))
      found = try store.pages(store.hits(of: match), limit: 5).total
    }
    data = URL(filePath: profile.path + "/log-1/data.mdb")
    bytes = try [UInt8](Data(contentsOf: data))
  }

  /// Returns the numbers of the pages of derived data: all pages that change when only derived data
  /// is removed.
  private func derivedPages() throws -> [Int] {
    let survey = try PageLog.read(profile: profile.path) { pages in
      pages.derivedPages()
    }
    return survey
  }

  private func expectWhole(_ what: Comment) throws {
    do {
      let store = try profile.store(.readOnly)
      #expect(try store.events() == events, what)
      #expect(store.browser.tabCount > 0, what)
    }
    let store = try profile.store()
    #expect(try store.pages(PageQuery()).count == titles, what)
    let match = try #require(WordMatch("site17"))
    #expect(try store.pages(store.hits(of: match), limit: 5).total == found, what)
    #expect(found > 0)
    #expect(try store.events() == events, what)
    let tab = try store.open("http://new.example/")
    #expect(store.browser.tab(tab) != nil, what)
    #expect(try store.events().count == events.count + 1, what)
    while store.indexSomeVisits() {}
    #expect(store.recordingFailure == nil, what)
  }

  @Test(arguments: [UInt8(0), 0xFF])
  func `an invalid page of derived data costs no event`(_ filler: UInt8) throws {
    let pages = try derivedPages()
    #expect(!pages.isEmpty)
    for page in pages {
      for name in ["lock.mdb", "closed"] {
        try? FileManager.default.removeItem(atPath: profile.path + "/log-1/" + name)
      }
      var damaged = bytes
      // These bytes are the head of the page: its number, its flags and the list of its entries.
      for offset in 0..<16 { damaged[page * 4_096 + offset] = filler }
      try Data(damaged).write(to: data)
      try expectWhole("page \(page) filled with \(filler)")
    }
  }

  @Test func `a compaction leaves damaged derived data out`() throws {
    let page = try #require(try derivedPages().last)
    var damaged = bytes
    for offset in 0..<16 { damaged[page * 4_096 + offset] = 0 }
    try Data(damaged).write(to: data)
    do {
      let store = try profile.store()
      try store.log.compact()
      #expect(try store.events() == events)
    }
    let sound = try Verification.of(profile: profile.path)
    #expect(sound?.isSound == true)
  }
}
