import BrowserModel
import EventCoding
import RetraceEventLog
import TestSupport
import Testing

@testable import RetraceStore

/// Pages by frecency, with an index, without one, and according to the definition.
@Suite struct VisitsTests {
  /// The pages according to all events of a log.
  private struct NaivePages {
    var pages: [String: Page] = [:]

    init(_ store: Store) throws {
      var urls: [EventID: String] = [:]
      try store.visitLog(isPrivate: false) { event, words in
        let url = event.visitedURL.isPresent ? words(event.visitedURL) : ""
        if !url.isEmpty {
          urls[event.sequence] = url
          let time =
            event.occurredMilliseconds == 0 ? event.milliseconds : event.occurredMilliseconds
          let former = pages[url]
          let visit = Frecency(event.visitTransition, milliseconds: time)
          pages[url] = Page(
            url: url, title: former?.title ?? "", visitCount: (former?.visitCount ?? 0) + 1,
            newestVisit: event.sequence, frecency: (former?.frecency ?? .none) + visit)
        }
        if case .page(.titled(let body)) = event.body, let url = urls[body.content],
          let page = pages[url], body.title.count > 0
        {
          pages[url] = Page(
            url: url, title: words(body.title), visitCount: page.visitCount,
            newestVisit: page.newestVisit, frecency: page.frecency)
        }
        return true
      }
    }

    func quality(_ url: String, _ typed: String) -> Int? {
      let rest = url.withoutSchemeAndWWW
      if rest.utf8.starts(with: typed.utf8) { return 0 }
      let hasWWW = url.hasPrefix("https://www.") || url.hasPrefix("http://www.")
      if hasWWW, "www.\(rest)".utf8.starts(with: typed.utf8) { return 1 }
      return url.utf8.starts(with: typed.utf8) ? 2 : nil
    }

    func best(_ typed: String, limit: Int) -> [Page] {
      let found = pages.values.compactMap { page in quality(page.url, typed).map { ($0, page) } }
      let sorted = found.sorted { left, right in
        if left.0 != right.0 { return left.0 < right.0 }
        if left.1.frecency != right.1.frecency { return left.1.frecency > right.1.frecency }
        return left.1.newestVisit > right.1.newestVisit
      }
      return sorted.prefix(limit).map { $0.1 }
    }
  }

  /// Random visits and titles, which are written directly to the log.
  private struct RandomVisits {
    var urls: RandomURLs
    private var driver = ModelDriver()
    private var written = 0

    init(seed: UInt64, pageCount: Int) {
      urls = RandomURLs(seed: seed)
      urls.pageCount = pageCount
    }

    mutating func write(_ count: Int, to store: Store) throws {
      var encoder = EventEncoder()
      var random: SplitMix64 {
        get { urls.random }
        set { urls.random = newValue }
      }
      try store.log.write { writer in
        for _ in 0..<count {
          written += 1
          var draft = Draft()
          if written > 1, random.once(in: 4) {
            var body = PageTitled()
            body.content = EventID(
              Int32(1 + (random.once(in: 2) ? max(0, written - 9) : random.below(written - 1))))
            body.title = draft.text(random.once(in: 5) ? "" : "Title \(written)")
            draft.append(.page(.titled(body)))
          } else {
            var body = NavigationCommitted()
            body.isSameDocument = random.once(in: 10)
            body.transition = random.pick(Transition.allCases)
            body.url = draft.text(random.once(in: 40) ? "" : urls.next())
            draft.append(.navigation(.committed(body)))
          }
          encoder.removeAll()
          encoder.encode(
            Event(
              sequence: EventID(Int32(written)), batch: BatchID(Int32(written)),
              milliseconds: 1_700_000_000_000 + Int64(written) * 60_000,
              occurredMilliseconds: random.once(in: 20) ? Int64(random.below(1 << 40)) : 0,
              branch: .nothing, body: draft.bodies[0]), words: draft.bytes)
          let record = encoder.bytes
          try writer.append(record.span.bytes)
        }
      }
    }

    mutating func typed() -> String {
      let url = urls.next()
      let text = urls.random.once(in: 2) ? url : url.withoutSchemeAndWWW
      let count = urls.random.below(text.utf8.count + 1)
      return String(decoding: text.utf8.prefix(count), as: UTF8.self)
    }
  }

  /// A time after all of these visits.
  private let behindAll: Int64 = 1_800_000_000_000

  private func expectSame(
    _ store: Store, _ visits: inout RandomVisits, _ comment: Comment
  ) throws {
    let naive = try NaivePages(store)
    for _ in 0..<25 {
      var query = PageQuery()
      query.typed = visits.typed()
      query.limit = visits.urls.random.pick([1, 3, 20, 10_000])
      let expected = naive.best(query.typed, limit: query.limit)
      #expect(try store.pages(query) == expected, "\(comment): \(query.typed) \(query.limit)")
    }
  }

  @Test(arguments: [1, 2, 3])
  func `pages match the definition, regardless of stored indexes`(seed: Int) throws {
    let profile = try TestProfile()
    var visits = RandomVisits(seed: UInt64(seed), pageCount: 40)
    for part in [500, 600, 3_000, 1_100, 10] {
      let store = try profile.store(now: behindAll)
      try visits.write(part, to: store)
      try store.indexAllVisits()
      try expectSame(store, &visits, "with an index")
    }
    let store = try profile.store(now: behindAll)
    #expect(try store.runs().last?.last == EventID(5_200))
    try store.log.write { writer in try writer.removeCheckpoints() }
    try expectSame(store, &visits, "rebuilt")
    #expect(try store.runs().count == 1)
  }

  @Test func `many pages are in several runs, which are searched together`() throws {
    let profile = try TestProfile()
    var visits = RandomVisits(seed: 7, pageCount: 1_000_000)
    let store = try profile.store(now: behindAll)
    for part in [20_000, 1_100, 1_100, 1_100, 1_100, 100] {
      try visits.write(part, to: store)
      try store.indexAllVisits()
    }
    #expect(try store.runs().count > 1)
    try expectSame(store, &visits, "several runs")
  }

  @Test func `a damaged index is rebuilt`() throws {
    let profile = try TestProfile()
    var visits = RandomVisits(seed: 8, pageCount: 40)
    try visits.write(2_000, to: try profile.store(now: behindAll))
    try profile.store(now: behindAll).indexAllVisits()
    for change in 0..<2 {
      do {
        let store = try profile.store(now: behindAll)
        let key = try #require(try store.runs().first)
        try store.log.write { writer in
          let stored: [UInt8]? = try writer.reader.withCheckpoint(
            atOrBefore: key.bytes, sharing: key.bytes.count
          ) { _, bytes in bytes.copied }
          guard var bytes = stored else { return }
          bytes[change == 0 ? 0 : bytes.count / 2] ^= 1
          try writer.setCheckpoint(key.bytes, bytes)
        }
      }
      let store = try profile.store(now: behindAll)
      try expectSame(store, &visits, "after damage")
      #expect(try store.runs().first?.last == EventID(2_000))
    }
  }

  @Test func `a read-only profile uses the existing index and writes nothing`() throws {
    let profile = try TestProfile()
    var visits = RandomVisits(seed: 9, pageCount: 40)
    try visits.write(3_000, to: try profile.store(now: behindAll))
    do {
      let store = try profile.store(.readOnly, now: behindAll)
      try expectSame(store, &visits, "without an index")
      #expect(try store.runs() == [])
    }
    try profile.store(now: behindAll).indexAllVisits()
    let store = try profile.store(.readOnly, now: behindAll)
    #expect(try store.runs().count == 1)
    try expectSame(store, &visits, "with an index")
  }

  @Test func `undone visits count, and forgotten pages are not listed`() throws {
    let profile = try TestProfile()
    let store = try profile.store(now: behindAll)
    let tab = try store.open("https://a.example/")
    try store.perform(.go(tab, Destination("https://b.example/")))
    try store.undo()
    var query = PageQuery()
    let urls = Set(try store.pages(query).map(\.url))
    #expect(urls == ["https://a.example/", "https://b.example/"])
    _ = try store.forget(.site("a.example"))
    #expect(try store.pages(query).map(\.url) == ["https://b.example/"])
    query.urls = ["https://c.example/"]
    #expect(try store.pages(query).map(\.visitCount) == [1, 0])
  }

  @Test func `a private visit is reported only to private windows`() throws {
    let profile = try TestProfile()
    let store = try profile.store(now: behindAll)
    try store.open("https://a.example/")
    let tab = try store.open("https://secret.example/", isPrivate: true)
    try store.perform(.reportTitle(tab, "Secret"))
    var query = PageQuery()
    #expect(try store.pages(query).map(\.url) == ["https://a.example/"])
    query.isPrivate = true
    #expect(try store.pages(query).map(\.url) == ["https://secret.example/"])
    #expect(try store.pages(query).map(\.title) == ["Secret"])
  }

  @Test func `each process sees the visits of the other`() throws {
    let profile = try TestProfile()
    let store = try profile.store(now: behindAll)
    var visits = RandomVisits(seed: 10, pageCount: 40)
    try visits.write(1_500, to: store)
    try store.indexAllVisits()
    let probe = try ProbeProcess("serve", profile.path)
    _ = try probe.ask("open http://other.example/")
    #expect(try store.runs().first?.last == EventID(1_500))
    try expectSame(store, &visits, "an index of another process")
    var query = PageQuery()
    query.typed = "other"
    #expect(try store.pages(query).map(\.url) == ["http://other.example/"])
  }
}

extension Store {
  fileprivate func indexAllVisits() throws {
    try catchUp()
    while indexSomeVisits() {}
  }

  /// Returns the runs of the index, newest first.
  fileprivate func runs() throws -> [PageRunKey] {
    try log.read { reader in
      try BorrowedReader.withReader(reader) { reader in
        var sound: Set<PageRunKey> = []
        return try PageIndex(reader, sound: &sound).runs
      }
    }
  }
}

extension String {
  fileprivate var withoutSchemeAndWWW: String {
    for prefix in ["https://www.", "https://", "http://www.", "http://"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }

  @Test(arguments: [false, true])
  func `a clock that was ahead does not rank a page first forever`(isIndexed: Bool) throws {
    let profile = try TestProfile()
    let now: Int64 = 1_700_000_000_000
    do {
      let log = try EventLog(profile: profile.path, access: .readWrite)
      // The year 9999.
      let store = try Store(log) { 253_370_764_800_000 }
      try store.open("http://ahead.example/")
      try store.open("http://ahead2.example/")
      if isIndexed {
        for _ in 0..<600 {
          let tab = try #require(store.browser.tabs.first?.id)
          try store.perform(.reportTitle(tab, "A"))
        }
        #expect(try store.pages(PageQuery()).count == 2)
      }
    }
    let log = try EventLog(profile: profile.path, access: .readWrite)
    let store = try Store(log) { now }
    for _ in 0..<3 { try store.open("http://daily.example/") }
    if isIndexed { #expect(try store.visitIndexSize().rowCount == 2) }
    for limit in [1, 50] {
      var query = PageQuery()
      query.limit = limit
      #expect(try store.pages(query).first?.url == "http://daily.example/")
    }
  }
}
