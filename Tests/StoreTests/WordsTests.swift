import BrowserModel
import EventCoding
import RetraceEventLog
import TestSupport
import Testing

@testable import RetraceStore

/// Finding pages by words, with an index, without one, and according to the definition.
@Suite struct WordsTests {
  @Test(arguments: [
    Case("a beginning", "sw", true), Case("a whole word", "swift", true),
    Case("an end", "ift", false), Case("capitals", "SWIFT", true),
    Case("two words in any order", "lang swift", true),
    Case("one that is missing", "swift x", false),
    Case("one in each text", "muns docs", true), Case("a missing accent", "cafe", true),
    Case("an additional accent", "çafé", true), Case("combining marks", "cafe\u{301}", true),
    Case("an umlaut", "münster", true), Case("ß is a letter", "straße", true),
    Case("capital ß", "STRASSE", false), Case("Greek", "αθηνα", true),
    Case("inside of Chinese", "本語", true), Case("its beginning", "日本", true),
    Case("not in this order", "語本", false), Case("punctuation parts words", "swift.org/docs", true),
    Case("the scheme", "https", false), Case("www", "www", false), Case("a number", "20", true),
    Case("percent-encoded", "naïve", true), Case("a fragment", "anchor", true),
    Case("a query", "q1", true), Case("of the port", "8080", true),
    Case("longer than the word", "swifty", false),
  ])
  func `each word begins one of the title or the address`(row: Case<String, Bool>) throws {
    let match = try #require(WordMatch(row.input))
    let isFound = match.matches(
      title: "Café MÜNSTER: Straße, Αθήνα 日本語",
      url: "https://www.swift-lang.swift.org:8080/docs/na%C3%AFve_2026?q1=%41#anchor")
    #expect(isFound == row.expected, "\(row.input)")
  }

  @Test(arguments: ["", " ", "…", "+ - /", "\u{301}"])
  func `text without letters and digits has no words`(text: String) {
    #expect(WordMatch(text) == nil)
  }

  /// Random pages whose words consist of few syllables, so that many words share their beginnings.
  private struct RandomPages {
    private var random: SplitMix64
    private var count = 0
    private static let syllables = ["ra", "to", "mé", "kiso", "lu", "12", "345", "7", "日本", "x"]

    init(seed: UInt64, after count: Int = 0) {
      random = SplitMix64(seed: seed)
      self.count = count
    }

    mutating func word() -> String {
      (0..<(1 + random.below(3))).map { _ in random.pick(Self.syllables) }.joined()
    }

    mutating func url() -> String {
      "https://\(random.pick(["a", "b", "c"])).example/\(random.pick(Self.syllables))/\(random.below(300))"
    }

    mutating func append(_ body: Body, _ words: ContiguousArray<UInt8>, to writer: borrowing Writer)
      throws
    {
      count += 1
      var encoder = EventEncoder()
      encoder.encode(
        Event(
          sequence: EventID(Int32(count)), batch: BatchID(Int32(count)),
          milliseconds: 1_700_000_000_000 + Int64(count) * 60_000, branch: .nothing, body: body),
        words: words)
      let record = encoder.bytes
      try writer.append(record.span.bytes)
    }

    mutating func write(_ wanted: Int, to store: Store) throws {
      try store.log.write { writer in
        for _ in 0..<wanted {
          var draft = Draft()
          if count > 0, random.once(in: 3) {
            var body = PageTitled()
            // Most pages are recent, and a few are from an earlier block.
            let back = random.once(in: 20) ? random.below(count) : random.below(min(count, 5))
            body.content = EventID(Int32(count - back))
            body.title = draft.text("\(word()) \(word())")
            draft.append(.page(.titled(body)))
          } else {
            var body = NavigationCommitted()
            body.url = draft.text(url())
            draft.append(.navigation(.committed(body)))
          }
          try append(draft.bodies[0], draft.bytes, to: writer)
        }
      }
    }
  }

  /// Returns the pages that contain some words, according to a scan of the log.
  private func naivePages(_ match: WordMatch, of store: Store) throws -> Set<String> {
    var urls: [EventID: String] = [:]
    var titles: [String: String] = [:]
    try store.visitLog(isPrivate: false) { event, words in
      if event.visitedURL.isPresent, event.visitedURL.count > 0 {
        urls[event.sequence] = words(event.visitedURL)
        titles[words(event.visitedURL), default: ""] += ""
      }
      if case .page(.titled(let body)) = event.body, let url = urls[body.content] {
        titles[url] = words(body.title)
      }
      return true
    }
    return Set(titles.filter { match.matches(title: $1, url: $0) }.map(\.key))
  }

  private func expectSame(
    _ store: Store, _ pages: inout RandomPages, _ comment: Comment
  ) throws {
    for text in ["ra", "12", "kiso", "rato", "lu 12", "x a"] + (0..<20).map({ _ in pages.word() }) {
      guard let match = WordMatch(text) else { continue }
      let found = try store.pages(store.hits(of: match), limit: 5)
      let wanted = try naivePages(match, of: store)
      let urls = found.pages.map(\.url)
      #expect(Set(urls).count == urls.count, "\(comment): \(text)")
      if found.isCounted {
        #expect(Set(urls) == wanted, "\(comment): \(text)")
        #expect(found.total == wanted.count, "\(comment): \(text)")
      } else {
        #expect(Set(urls).isSubset(of: wanted) && urls.count >= min(5, wanted.count), "\(text)")
        #expect(found.total >= wanted.count, "\(comment): \(text)")
      }
      #expect(found.pages.map(\.frecency) == found.pages.map(\.frecency).sorted(by: >))
    }
  }

  @Test func `searches with and without an index find the same pages`() throws {
    let profile = try TestProfile()
    let log = try EventLog(profile: profile.path, access: .readWrite)
    let store = try Store(log) { 1_900_000_000_000 }
    var pages = RandomPages(seed: 8)
    try pages.write(3_000, to: store)
    try store.catchUp()
    try expectSame(store, &pages, "behind the index")
    try pages.write(2 * Int(WordBlock.eventCount), to: store)
    try store.catchUp()
    try expectSame(store, &pages, "indexed")
    #expect(store.soundWordBlocks.count == 2)
    let past = try store.pages(
      store.hits(of: try #require(WordMatch("rato"))), limit: 5, through: EventID(3_000))
    #expect(past.pages.allSatisfy { $0.newestVisit <= EventID(3_000) } && !past.pages.isEmpty)
  }

  @Test func `the index contains no forgotten word`() throws {
    let profile = try TestProfile()
    let log = try EventLog(profile: profile.path, access: .readWrite)
    let store = try Store(log) { 1_900_000_000_000 }
    try store.open("https://secret.example/zebra")
    var pages = RandomPages(seed: 9, after: Int(store.browser.sequence.rawValue))
    try pages.write(Int(WordBlock.eventCount), to: store)
    try store.catchUp()
    while store.indexSomeVisits() {}
    #expect(store.soundWordBlocks == [0])
    let zebra = try #require(WordMatch("zebra"))
    #expect(try store.pages(store.hits(of: zebra), limit: 5).pages.count == 1)
    let visit = try #require(try store.pages(store.hits(of: zebra), limit: 5).pages.first)
    _ = try store.forget(.site("secret.example"))
    let hits = try store.hits(of: zebra)
    #expect(!hits.mayHave(url: visit.newestVisit, title: .nothing))
    #expect(try store.pages(hits, limit: 5).pages.isEmpty)
    let kiso = try #require(WordMatch("kiso"))
    let found = try store.pages(store.hits(of: kiso), limit: 5)
    #expect(try Set(found.pages.map(\.url)) == naivePages(kiso, of: store))
  }

  @Test func `a damaged block is rebuilt`() throws {
    let profile = try TestProfile()
    do {
      let log = try EventLog(profile: profile.path, access: .readWrite)
      let store = try Store(log) { 1_900_000_000_000 }
      var pages = RandomPages(seed: 10)
      try pages.write(Int(WordBlock.eventCount) + 10, to: store)
      try store.catchUp()
      while store.indexSomeVisits() {}
      let key = WordBlockKey(place: 0).bytes
      try log.write { writer in
        let bytes = try writer.reader.withCheckpoint(atOrBefore: key, sharing: key.count) {
          $1.copied
        }
        guard var bytes else { return }
        bytes[bytes.count / 2] ^= 1
        try writer.setCheckpoint(key, bytes)
      }
    }
    for access in [EventLog.Access.readOnly, .readWrite] {
      let store = try Store(EventLog(profile: profile.path, access: access)) { 1_900_000_000_000 }
      let match = try #require(WordMatch("kiso"))
      let found = try store.pages(store.hits(of: match), limit: 5)
      #expect(try Set(found.pages.map(\.url)) == naivePages(match, of: store))
      #expect(store.soundWordBlocks == (access == .readOnly ? [] : [0]))
    }
  }
}
