import BrowserModel
import EventLog
import Foundation
import Session
import TestSupport
import Testing
import Timeline

@testable import EventCoding

/// What is forgotten is in no file, and the rest is as it was.
@Suite(.serialized) struct ForgettingTests {
  static let sentinel = Sentinel("qzkxj")
  static let site = "qzkxj.example"
  static let page = "http://www.qzkxj.example/gift?for=qzkxj"

  /// A profile with a life in which the sentinel stands wherever words can stand.
  struct Life {
    let profile: TestProfile
    let session: Session
    let tab: EventID
    let other: EventID
    /// The moments before and behind everything that has the sentinel in it.
    let before: EventID
    let after: EventID
  }

  private func life() throws -> Life {
    let profile = try TestProfile()
    let session = try profile.session()
    let other = try session.open("http://kept.example/")
    try session.perform(.reportTitle(other, "Kept"))
    let before = session.browser.sequence
    let tab = try session.open("http://start.example/")
    try session.browseSentinel(tab)
    let after = session.browser.sequence
    try session.perform(.go(other, Destination("http://kept.example/2", input: "kept")))
    return Life(
      profile: profile, session: session, tab: tab, other: other, before: before, after: after)
  }

  static let scopes: [@Sendable (Life) -> ForgettingScope] = [
    { _ in .site(site) }, { .between($0.before, $0.after) }, { _ in .everything },
  ]

  @Test(arguments: scopes.indices)
  func `nothing of it is in any file`(_ index: Int) throws {
    let life = try life()
    let session = life.session
    let scope = Self.scopes[index](life)
    #expect(try !Self.sentinel.found(in: life.profile.path).isEmpty)
    let preview = try session.previewOfForgetting(scope)
    let newest = session.browser.sequence
    let forgetting = try session.forget(scope)
    #expect(forgetting.counts == preview.counts)
    #expect(forgetting.counts.pages > 0)
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    let written = Int32(forgetting.performed.events.count)
    #expect(session.browser.sequence == newest.advanced(by: written))
    try expectSound(session)
    #expect(forgetting.performed.events.first?.isForgetting == true)
  }

  @Test(arguments: [true, false])
  func `a page or a tab is in no file`(_ isPage: Bool) throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let tab = try session.open(Self.page)
    try session.perform(.reportTitle(tab, "Gift at qzkxj"))
    try session.reportPicture(tab, Array("picture of qzkxj".utf8))
    try session.perform(.follow(tab, Destination("http://kept.example/?u=http%3A%2F%2Fa.example")))
    if isPage {
      try session.perform(.addBookmark(NewBookmark(.bookmark, title: "qzkxj", url: Self.page)))
      try session.perform(.zoomSite(host: "www.qzkxj.example", ZoomLevel(percent: 150)))
      let encoded = "http%3A%2F%2Fwww.qzkxj.example%2Fgift%3Ffor%3Dqzkxj"
      try session.perform(.follow(tab, Destination("http://kept.example/?u=\(encoded)")))
    }
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    try session.forget(isPage ? .url(Self.page) : .tab(tab))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    try expectSound(session)
  }

  private func expectSound(_ session: Session) throws {
    let events = try session.events()
    #expect(events.map(\.sequence.rawValue) == Array(1...Int32(events.count)))
    #expect(session.browser == NaiveTimeline(events).browser)
    #expect(session.browser.brokenInvariants() == [])
    #expect(session.timeline.damaged == [])
  }

  @Test func `what is not of the site stays word for word`() throws {
    let life = try life()
    let session = life.session
    let before = try session.records()
    try session.forget(.site(Self.site))
    let after = try session.records()
    for (index, record) in before.enumerated() where !Self.sentinel.isIn(record) {
      #expect(after[index] == record || Self.isRedacted(after[index], index + 1))
    }
    try session.read { words in
      let tab = session.browser.tab(life.other)!
      #expect(session.browser.url(of: tab, text: words) == "http://kept.example/2")
    }
  }

  private static func isRedacted(_ record: [UInt8], _ sequence: Int) -> Bool {
    let sequence = EventID(Int32(sequence))
    return record.withUnsafeBytes { bytes in
      (try? EventDecoder.decode(bytes, sequence: sequence).isRedacted) ?? false
    }
  }

  @Test func `a note that speaks of a site goes and its bookmark stays`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    var kept = NewBookmark(.bookmark, title: "Kept", url: "http://kept.example/")
    kept.note = "found on http://www.qzkxj.example/gift"
    let bookmark = try session.perform(.addBookmark(kept)).sequence
    try session.perform(.editBookmark(bookmark, BookmarkEdit(keyword: "k")))
    try session.forget(.site(Self.site))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    try expectSound(session)
    let left = try #require(session.browser.bookmarks[bookmark])
    try session.read { words in
      #expect(words.text(.url, of: left.url) == "http://kept.example/")
      #expect(words.text(.title, of: left.title) == "Kept")
      #expect(words.text(.keyword, of: left.keyword) == "k")
      #expect(words.text(.note, of: left.note) == "found on ")
    }
  }

  @Test func `a site's bookmarks zoom and home page go`() throws {
    let life = try life()
    let session = life.session
    let counts = try session.forget(.site(Self.site)).counts
    #expect(counts.bookmarks == 1)
    #expect(counts.sites == 1)
    #expect(session.browser.bookmarks.all.map(\.kind) == [.folder])
    #expect(session.browser.zoom.sites.set.isEmpty)
    #expect(!session.browser.settings.source(of: .homePage).exists)
    withExtendedLifetime(life) {}
  }

  @Test func `forgotten pages leave the history and the closed list`() throws {
    let life = try life()
    let session = life.session
    let browser = { session.browser }
    try session.forget(.site(Self.site))
    try session.read { words in
      let tab = browser().shown(browser().tab(life.tab)!, text: words)
      #expect(tab.rows.map { browser().url(of: $0, text: words) } == ["http://start.example/"])
      #expect(browser().url(of: browser().tab(life.tab)!, text: words) == "http://start.example/")
      #expect(browser().closed.contains { !browser().isForgotten($0, text: words) } == false)
    }
    #expect(try refusal { try session.perform(.travel(life.tab, by: 1)) }?.code == .outOfRange)
    #expect(try refusal { try session.perform(.reopen(nil)) }?.code == .nothingToDo)
  }

  @Test func `a tab of which everything was forgotten shows the start page`() throws {
    let life = try life()
    try life.session.forget(.tab(life.tab))
    try life.session.read { words in
      let browser = life.session.browser
      let tab = browser.tab(life.tab)!
      #expect(browser.url(of: tab, text: words) == Destination.startPage)
      #expect(browser.title(of: tab, text: words) == "")
      #expect(browser.address(of: tab, text: words) == "")
      #expect(browser.shown(tab, text: words).rows.isEmpty)
    }
  }

  @Test func `bytes that no event has go as well`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    try session.log.write { (writer) throws(LogFailure) in
      try writer.append(Array("qzkxj".utf8))
      try writer.rewrite(at: 1, with: [1])
    }
    try session.log.write { (writer) throws(LogFailure) in
      try writer.putBlob([1], Array("qzkxj".utf8))
    }
    try session.log.write { (writer) throws(LogFailure) in try writer.removeBlob([1]) }
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    #expect(try session.forget(.site(Self.site)).performed.events.isEmpty)
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }

  @Test func `the same host under other names stays`() throws {
    let profile = try TestProfile()
    defer { withExtendedLifetime(profile) {} }
    let session = try profile.session()
    for url in ["http://myqzkxj.example/", "http://qzkxj.example.org/", "http://a.qzkxj.example/"] {
      try session.open(url)
    }
    #expect(try session.forget(.site(Self.site)).counts.pages == 1)
    #expect(try session.forget(.site(Self.site)).performed.events.isEmpty)
  }

  @Test func `a page of the same host keeps the zoom`() throws {
    let profile = try TestProfile()
    defer { withExtendedLifetime(profile) {} }
    let session = try profile.session()
    let tab = try session.open("http://a.example/1")
    try session.perform(.zoom(tab, .set(ZoomLevel(percent: 150))))
    try session.perform(.go(tab, Destination("http://a.example/2")))
    #expect(try session.forget(.url("http://a.example/1")).counts.sites == 0)
    #expect(try session.forget(.url("http://a.example/2")).counts.sites == 1)
  }

  @Test func `a picture that another page shows stays`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let (first, second) = (Array("shared picture".utf8), Array("own picture".utf8))
    let tab = try session.open("http://a.example/")
    try session.reportPicture(tab, first)
    try session.reportPicture(tab, second)
    let other = try session.open("http://b.example/")
    try session.reportPicture(other, first)
    try session.forget(.site("a.example"))
    #expect(try !Sentinel("own picture").found(in: profile.path).isEmpty == false)
    #expect(try Sentinel("shared picture").found(in: profile.path).count == 1)
  }

  // MARK: Exactly

  /// What is left of the addresses that were visited, oldest first, without start pages.
  private func urls(after scope: ForgettingScope, _ visited: [String]) throws -> [String] {
    let session = try Session.inMemory()
    for url in visited { try session.open(url) }
    try session.forget(scope)
    try expectSound(session)
    return try session.read { words in
      session.browser.windows.flatMap(\.tabs).compactMap { id in
        session.browser.tab(id)?.row.flatMap { words.text(.url, of: $0.content) }
      }
    }
  }

  @Test func `a URL is that page alone, with its fragments`() throws {
    let others = [
      "https://example.com/a", "https://example.com/?q", "http://example.com/",
      "https://www.example.com/", "https://example.com:8080/", "https://example.com.evil.org/",
    ]
    let left = try urls(
      after: .url("https://example.com/"),
      ["https://example.com/", "https://example.com/#top"] + others)
    #expect(left == ["", ""] + others)
    let path = try urls(
      after: .url("https://example.com/a"),
      ["https://example.com/a/b", "https://example.com/a?x=1", "https://example.com/ab"])
    #expect(
      path == ["https://example.com/a/b", "https://example.com/a?x=1", "https://example.com/ab"])
  }

  @Test func `a path is that URL and all below it, piece by piece`() throws {
    let left = try urls(
      after: .under("https://example.com/a"),
      [
        "https://example.com/a", "https://example.com/a/", "https://example.com/a/b?c",
        "https://example.com/a?x", "https://example.com/a#y", "https://example.com/ab",
        "https://example.com/", "http://example.com/a", "https://example.com/b?u=/a",
      ])
    #expect(
      left == [
        "", "", "", "", "", "https://example.com/ab", "https://example.com/",
        "http://example.com/a", "https://example.com/b?u=/a",
      ])
  }

  static let carried: [Case<(ForgettingScope, String), String>] = [
    Case(
      "in a query",
      (.url("https://e.com/a?b=1"), "https://k.org/?u=https%3A%2F%2Fe.com%2Fa%3Fb%3D1&c=2"),
      "https://k.org/?u=&c=2"),
    Case(
      "plain", (.url("https://e.com/a"), "https://k.org/?u=https://e.com/a&c=2"),
      "https://k.org/?u=&c=2"),
    Case(
      "plain with a query of its own",
      (.url("https://e.com/a?b=1&c=2"), "https://k.org/?u=https://e.com/a?b=1&c=2"),
      "https://k.org/?u="),
    Case(
      "escaped twice",
      (.url("https://e.com/a"), "https://k.org/?u=x%3Dhttps%253A%252F%252Fe.com%252Fa"),
      "https://k.org/?u=x%3D"),
    Case(
      "in small digits", (.url("https://e.com/a"), "https://k.org/?u=https%3a%2f%2fe.com%2fa#f"),
      "https://k.org/?u=#f"),
    Case(
      "in a path", (.url("https://e.com/a"), "https://k.org/2020/https://e.com/a"),
      "https://k.org/2020/"),
    Case(
      "in an escaped piece of a path",
      (.url("https://e.com/a"), "https://k.org/p/https%3A%2F%2Fe.com%2Fa/x?y"),
      "https://k.org/p//x?y"),
    Case(
      "in a fragment", (.url("https://e.com/a"), "https://k.org/#u=https://e.com/a&b"),
      "https://k.org/#u=&b"),
    Case(
      "without a scheme", (.url("https://e.com/a"), "https://k.org/?u=e.com/a&b"),
      "https://k.org/?u=&b"),
    Case(
      "another page below it", (.url("https://e.com/"), "https://k.org/?u=https%3A%2F%2Fe.com%2Fa"),
      "https://k.org/?u=https%3A%2F%2Fe.com%2Fa"),
    Case(
      "another page beside it", (.url("https://e.com/a"), "https://k.org/?u=https://e.com/ab"),
      "https://k.org/?u=https://e.com/ab"),
    Case(
      "the same host under another name",
      (.url("https://e.com/"), "https://k.org/?u=https://w.e.com/"),
      "https://k.org/?u=https://w.e.com/"),
    Case(
      "a page of its own host", (.url("https://e.com/"), "https://e.com/?u=1&https://x.org/"),
      "https://e.com/?u=1&https://x.org/"),
    Case(
      "below a path",
      (.under("https://e.com/a"), "https://k.org/?u=https%3A%2F%2Fe.com%2Fa%2Fb%3Fc&d"),
      "https://k.org/?u=&d"),
    Case(
      "of a site", (.site("e.com"), "https://k.org/?u=https%3A%2F%2Fw.e.com%2Fa%3Fb%26c&d"),
      "https://k.org/?u=&d"),
    Case(
      "of a site in an archive", (.site("e.com"), "https://k.org/2020/http://w.e.com/a?b=1&c#d"),
      "https://k.org/2020/"),
    Case(
      "a site's name in a search", (.site("e.com"), "https://k.org/?q=w.e.com+reviews%20x&d"),
      "https://k.org/?q=+reviews%20x&d"),
    Case(
      "of a site with a name and password",
      (.site("e.com"), "https://k.org/?u=https://me:pw@e.com/&d"),
      "https://k.org/?u=&d"),
  ]

  @Test(arguments: carried)
  func `an address inside of another loses its bytes and no more`(
    _ example: Case<(ForgettingScope, String), String>
  ) throws {
    let left = try urls(after: example.input.0, [example.input.1])
    #expect(left == [example.expected])
  }

  @Test func `of sentences and lists only the address goes`() throws {
    let session = try Session.inMemory()
    defer { withExtendedLifetime(session) {} }
    let tab = try session.open("https://k.org/")
    try session.perform(.reportTitle(tab, "See “https://e.com/a”, or e.com."))
    var wish = NewBookmark(.bookmark, title: "https://e.com/a (copy)", url: "https://k.org/")
    wish.note = "from <https://e.com/a>, not https://e.com/ab."
    let bookmark = try session.perform(.addBookmark(wish)).sequence
    try session.perform(
      .set(
        .searchEngines,
        "a=https://k.org/?q={searchTerms} b=https://e.com/a?q={searchTerms} c=https://l.org/{searchTerms}"
      ))
    try session.forget(.url("https://e.com/a"))
    try session.forget(.under("https://e.com/a"))
    try session.read { words in
      let browser = session.browser
      #expect(browser.title(of: browser.tab(tab)!, text: words) == "See “”, or e.com.")
      let left = browser.bookmarks[bookmark]
      #expect(left.flatMap { words.text(.title, of: $0.title) } == " (copy)")
      #expect(left.flatMap { words.text(.note, of: $0.note) } == "from <>, not https://e.com/ab.")
      #expect(
        browser.value(of: .searchEngines, text: words)
          == "a=https://k.org/?q={searchTerms} c=https://l.org/{searchTerms}")
    }
    try expectSound(session)
  }

  @Test func `a redirect loses the step that goes`() throws {
    let session = try Session.inMemory()
    defer { withExtendedLifetime(session) {} }
    let tab = try session.open("https://k.org/")
    try session.perform(
      .startLoad(tab, Destination("https://a.org/", input: "a.org", transition: .typed)))
    try session.perform(
      .commitLoad(
        tab,
        redirectedTo: ["https://e.com/x", "https://b.org/?u=https://e.com/", "https://c.org/"]))
    try session.forget(.site("e.com"))
    try session.read { words in
      let content = session.browser.tab(tab)?.row?.content ?? .nothing
      #expect(words.text(.redirects, of: content) == "https://a.org/\nhttps://b.org/?u=")
      #expect(words.text(.url, of: content) == "https://c.org/")
    }
    try expectSound(session)
  }

  // MARK: Mentions

  @Test func `mentions of a site stay and are told, or go`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let tab = try session.open("http://kept.example/")
    try session.perform(.reportTitle(tab, "Welcome to qzkxj.example!"))
    let folder = try session.perform(
      .addBookmark(NewBookmark(.folder, title: "of qzkxj.example"))
    ).sequence
    try session.perform(
      .addBookmark(
        NewBookmark(
          .bookmark, title: "my qzkxj.example account", url: "http://kept.example/2",
          tags: ["a", "qzkxj.example", "b"], keyword: "qzkxj.example", folder: folder)))
    try session.mark("qzkxj.example")
    let branch = try session.branch("via_qzkxj.example").sequence
    try session.open("http://qzkxj.example/")
    let request = ForgettingRequest(.site(Self.site))
    let mentions = try session.previewOfForgetting(request).mentions.map(\.item)
    #expect(
      mentions == [
        .init(.title, "Welcome to qzkxj.example!"), .init(.title, "my qzkxj.example account"),
        .init(.folder, "of qzkxj.example"), .init(.tag, "a\nqzkxj.example\nb"),
        .init(.keyword, "qzkxj.example"), .init(.mark, "qzkxj.example"),
        .init(.branch, "via_qzkxj.example"),
      ])
    #expect(try session.forget(request).counts.pages == 1)
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    try session.forget(ForgettingRequest(.site(Self.site), takesMentions: true))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try session.previewOfForgetting(request).mentions.isEmpty)
    #expect(try session.names().map(\.name) == ["#\(branch.rawValue)"])
    try session.read { words in
      let browser = session.browser
      #expect(browser.title(of: browser.tab(tab)!, text: words) == "Welcome to !")
      let bookmark = browser.bookmarks.all.first { $0.kind == .bookmark }
      #expect(bookmark.flatMap { words.text(.title, of: $0.title) } == "my  account")
      #expect(bookmark.flatMap { words.text(.tags, of: $0.tags) } == "a\nb")
    }
    try expectSound(session)
  }

  @Test func `everything takes the names of marks and branches`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    try session.open("http://kept.example/")
    try session.mark("qzkxj-mark")
    let branch = try session.branch("qzkxj-branch").sequence
    try session.forget(.everything)
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try session.names().map(\.name) == ["#\(branch.rawValue)"])
    try session.mark("again")
    try session.switchBranch(to: branch)
    #expect(session.timeline.line.branch == branch)
  }

  @Test func `a picture of a damaged record goes`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let tab = try session.open("http://a.example/")
    try session.reportPicture(tab, Array("qzkxj picture".utf8))
    let picture = UInt64(session.browser.sequence.rawValue)
    try session.log.write { (writer) throws(LogFailure) in
      try writer.rewrite(at: picture, with: Array("damaged".utf8))
    }
    try session.forget(.everything)
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }

  // MARK: Items that closed together

  @Test func `forgotten tabs stay away when what closed with them comes back`() throws {
    let session = try Session.inMemory()
    defer { withExtendedLifetime(session) {} }
    try session.open("http://a.example/")
    let kept = try session.open("http://b.example/")
    let gone = try session.open("http://m.example/")
    try session.perform(.closeTabs([kept, gone]))
    try session.forget(.site("m.example"))
    try session.perform(.reopen(nil))
    #expect(session.browser.tab(kept) != nil)
    #expect(session.browser.tab(gone) == nil)
    try expectSound(session)
  }

  @Test(arguments: [true, false])
  func `forgotten tabs stay away when their window comes back`(_ isActive: Bool) throws {
    let session = try Session.inMemory()
    defer { withExtendedLifetime(session) {} }
    try session.open("http://a.example/")
    try session.perform(.openWindow())
    let window = session.browser.focusedWindow
    let start = try #require(session.browser.window(window)?.activeTab)
    try session.perform(.go(start, Destination("http://b.example/")))
    let gone = try session.open("http://m.example/")
    if !isActive { try session.perform(.select(start)) }
    try session.perform(.closeWindow(window))
    try session.forget(.site("m.example"))
    try session.perform(.reopen(nil))
    #expect(session.browser.window(window)?.tabs == [start])
    #expect(session.browser.window(window)?.activeTab == start)
    #expect(session.browser.tab(gone) == nil)
    try expectSound(session)
    try session.undo()
    #expect(session.browser.window(window) == nil)
    try expectSound(session)
  }

  // MARK: Undo

  @Test func `undo brings nothing of it back`() throws {
    let life = try life()
    let session = life.session
    let forgetting = try session.forget(.site(Self.site))
    let first = try #require(forgetting.performed.events.first)
    #expect(try refusal { try session.undo(naming: first.sequence) }?.code == .notAllowed)
    for event in forgetting.performed.events {
      #expect(try refusal { try session.undo(naming: event.sequence) }?.code == .notAllowed)
    }
    var undone = 0
    while try refusal({ try session.undo() }) == nil { undone += 1 }
    #expect(undone > 5)
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    while try refusal({ try session.redo() }) == nil {}
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    #expect(session.browser.bookmarks.all.map(\.kind) == [.folder])
    try expectSound(session)
  }

  // MARK: What is not known

  @Test func `damaged records and unknown kinds in a range lose everything`() throws {
    let profile = try damagedAndForgotten()
    #expect(try Self.sentinel.found(in: profile.path) == [])
    let session = try profile.session()
    #expect(session.timeline.damaged == [EventID(3)])
    #expect(session.timeline.unknownCount == 1)
  }

  private func damagedAndForgotten() throws -> TestProfile {
    let life = try life()
    try life.session.log.write { (writer) throws(LogFailure) in
      let next = try writer.reader.newest() + 1
      try writer.append(
        SealedRecord.unknown(
          kind: 4_000, sequence: EventID(Int32(next)), payload: Array("qzkxj".utf8)))
      try writer.rewrite(at: 3, with: Array("qzkxj".utf8))
    }
    let counts = try life.session.forget(.everything).counts
    #expect(counts.unknown == 1)
    #expect(counts.damaged == 1)
    return life.profile
  }

  @Test func `a log in memory forgets as well`() throws {
    let session = try Session.inMemory()
    let tab = try session.open("http://start.example/")
    try session.browseSentinel(tab)
    try session.forget(.site(Self.site))
    #expect(try session.records().allSatisfy { !Self.sentinel.isIn($0) })
    try expectSound(session)
  }

  // MARK: Interrupted, and several processes

  /// A process forgets a site again and again and is killed at any moment. What was noted is finished
  /// at the next opening; nothing of it is left, and nothing else is lost.
  @Test(arguments: [UInt64(1), 2]) func `kills leave it undone or done`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let profile = try TestProfile()
    do {
      let session = try profile.session()
      for number in 0..<400 { try session.open("http://kept.example/\(number)") }
    }
    for _ in 0..<40 {
      let probe = try ProbeProcess("forget", profile.path)
      var lines: [String] = []
      for _ in 0...random.below(3) { lines.append(try #require(try probe.answer())) }
      // Chooses the moment of the kill; nothing depends on its length.
      usleep(UInt32(random.below(12_000)))
      lines += ProbeProcess.wholeLines(in: try probe.kill())
      let isNoted = try EventLog(profile: profile.path, access: .readOnly).read {
        (reader) throws(LogFailure) in try reader.metadata("forgetting") != nil
      }
      let session = try profile.session()
      try expectSound(session)
      let acknowledged = lines.compactMap { Int32($0.split(separator: " ").last ?? "") }.max() ?? 0
      #expect(session.browser.sequence.rawValue >= acknowledged)
      if isNoted { #expect(try Self.sentinel.found(in: profile.path) == []) }
      try session.forget(.site(Self.site))
      #expect(try Self.sentinel.found(in: profile.path) == [])
      #expect(try session.previewOfForgetting(.site("kept.example")).counts.pages == 400)
    }
  }

  @Test func `what was broken off is finished at the next opening`() throws {
    let profile = try TestProfile()
    do {
      let session = try profile.session()
      try session.browseSentinel(try session.open("http://start.example/"))
    }
    #expect(try ProbeProcess("break-off", profile.path).lines() == ["killed"])
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    let session = try profile.session()
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(session.browser.bookmarks.all.map(\.kind) == [.folder])
    #expect(session.browser.zoom.sites.set.isEmpty)
    #expect(try session.events().filter(\.isForgetting).map(\.actor) == [.policy])
    try expectSound(session)
    #expect(try session.forget(.site(Self.site)).performed.events.isEmpty)
  }

  @Test func `addresses that others carry are cut out at the next opening as at once`() throws {
    let carried = "https%3A%2F%2Fqzkxj.example%2Fgift"
    var ends: [[[UInt8]]] = []
    for isBrokenOff in [false, true] {
      let profile = try TestProfile()
      var count = 0
      do {
        let session = try profile.session()
        let tab = try session.open("https://qzkxj.example/gift")
        try session.perform(
          .follow(tab, Destination("https://kept.example/?u=\(carried)&rest=1")))
        try session.perform(.reportTitle(tab, "Back to https://qzkxj.example/gift or not"))
        count = try session.records().count
        if !isBrokenOff { try session.forget(.url("https://qzkxj.example/gift")) }
      }
      if isBrokenOff {
        #expect(try ProbeProcess("break-off-page", profile.path).lines() == ["killed"])
        #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
      }
      let session = try profile.session()
      #expect(try Self.sentinel.found(in: profile.path) == [])
      try expectSound(session)
      try session.read { words in
        let tab = session.browser.tab(session.browser.windows[0].activeTab)!
        #expect(session.browser.url(of: tab, text: words).hasSuffix("&rest=1"))
      }
      ends.append(Array(try session.records().prefix(count)))
    }
    #expect(ends[0] == ends[1])
  }

  @Test func `another process writes on and sees it`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let probe = try ProbeProcess("serve", profile.path)
    for seed in 1...6 {
      let tab = try session.open("http://start.example/")
      try session.browseSentinel(tab)
      #expect(try probe.ask("state")?.hasSuffix("sound") == true)
      try probe.tell("random \(seed) 60")
      try session.forget(.site(Self.site))
      #expect(try Self.sentinel.found(in: profile.path) == [])
      let newest = try #require(try probe.answer().flatMap { Int32($0) })
      try session.catchUp()
      #expect(session.browser.sequence.rawValue >= newest)
      try expectSound(session)
      #expect(
        try probe.ask("state")
          == "\(session.browser.sequence.rawValue) tabs \(session.browser.tabCount) sound")
      #expect(try Self.sentinel.found(in: profile.path) == [])
    }
  }

  // MARK: Private windows

  @Test func `nothing of a private window is in any file`() throws {
    let profile = try TestProfile()
    do {
      let session = try profile.session()
      try session.open("http://kept.example/")
      let tab = try session.open(Self.page, isPrivate: true)
      try session.browseSentinel(tab, keepingBookmarks: false)
      #expect(try Self.sentinel.found(in: profile.path) == [])
    }
    #expect(try Self.sentinel.found(in: profile.path) == [])
    _ = try profile.session()
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }
}

extension Session {
  /// Visits pages with the sentinel in every word that there can be.
  func browseSentinel(_ tab: EventID, keepingBookmarks: Bool = true) throws {
    let page = ForgettingTests.page
    try perform(
      .go(
        tab,
        Destination(
          "http://search.example/?q=qzkxj+gift", input: "qzkxj gift", reason: "words: qzkxj",
          searchWords: "qzkxj gift", transition: .generated)))
    try perform(.reportTitle(tab, "qzkxj gift - Search"))
    try perform(.follow(tab, Destination(page, transition: .link)))
    try perform(.reportTitle(tab, "Gift at qzkxj"))
    try reportPicture(tab, Array("picture of qzkxj".utf8))
    try perform(
      .go(
        tab,
        Destination("http://qzkxj.example/2", input: "qzkxj.example/2", reason: "url: qzkxj")))
    try perform(.reportTitle(tab, "Second qzkxj"))
    let second = try perform(
      .open(OpenTab(Destination(page, input: "www.qzkxj.example/gift?for=qzkxj"))),
      isPrivate: tab.isPrivate
    ).sequence
    try perform(.startLoad(second, Destination("http://qzkxj.example/3")))
    try perform(.failLoad(second, reason: "no address for qzkxj.example"))
    guard keepingBookmarks else { return }
    try perform(.closeTabs([second]))
    try perform(.group([tab], title: "all of qzkxj.example"))
    try perform(.zoomSite(host: "www.qzkxj.example", ZoomLevel(percent: 150)))
    let folder = try perform(.addBookmark(NewBookmark(.folder, title: "Folder"))).sequence
    let bookmark = NewBookmark(
      .bookmark, title: "Bookmark qzkxj", url: page, tags: ["qzkxj"], keyword: "qzkxj",
      folder: folder)
    let added = try perform(.addBookmark(bookmark)).sequence
    try perform(.editBookmark(added, BookmarkEdit(title: "Again qzkxj")))
    try perform(.set(.homePage, "http://qzkxj.example/home"))
  }
}

extension Event {
  var isForgetting: Bool {
    if case .time(.forgotten) = body { true } else { false }
  }
}

extension Sentinel {
  func isIn(_ record: [UInt8]) -> Bool { Data(record).range(of: Data(text.utf8)) != nil }
}
