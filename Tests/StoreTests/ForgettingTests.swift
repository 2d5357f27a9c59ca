import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import EventCoding

/// Forgotten data is in no file, and all other data is unchanged.
@Suite(.serialized) struct ForgettingTests {
  static let sentinel = Sentinel("qzkxj")
  static let site = "qzkxj.example"
  static let page = "http://www.qzkxj.example/gift?for=qzkxj"

  /// A used profile with the sentinel in every text.
  struct Life {
    let profile: TestProfile
    let store: Store
    let tab: TabID
    let other: TabID
    /// The moments before and after all events that contain the sentinel.
    let before: EventID
    let after: EventID
  }

  private func life() throws -> Life {
    let profile = try TestProfile()
    let store = try profile.store()
    let other = try store.open("http://kept.example/")
    try store.perform(.reportTitle(other, "Kept"))
    let before = store.browser.sequence
    let tab = try store.open("http://start.example/")
    try store.browseSentinel(tab)
    let after = store.browser.sequence
    try store.perform(.go(other, Destination("http://kept.example/2", input: "kept")))
    return Life(
      profile: profile, store: store, tab: tab, other: other, before: before, after: after)
  }

  static let scopes: [@Sendable (Life) -> ForgettingScope] = [
    { _ in .site(site) }, { .between($0.before, $0.after) }, { _ in .everything },
  ]

  @Test func `progress runs from the first search to the copy, and never goes back`() throws {
    let life = try life()
    for _ in 0..<3_000 {
      try life.store.perform(.go(life.other, Destination("http://kept.example/")))
    }
    var steps: [(done: Int, total: Int)] = []
    try life.store.forget(.site(Self.site)) { steps.append(($0, $1)) }
    let count = Int(life.store.browser.sequence.rawValue)
    #expect(steps.map(\.done) == steps.map(\.done).sorted())
    #expect(steps.allSatisfy { $0.done <= $0.total && (count - 10...count).contains($0.total / 5) })
    // Progress is reported in each pass, and at the end.
    let passes = Set(steps.map { $0.done * 5 / $0.total })
    #expect(passes == [0, 1, 2, 3, 5])
  }

  @Test(arguments: scopes.indices)
  func `forgotten data is in no file`(_ index: Int) throws {
    let life = try life()
    let store = life.store
    let scope = Self.scopes[index](life)
    #expect(try !Self.sentinel.found(in: life.profile.path).isEmpty)
    let preview = try store.previewOfForgetting(scope)
    let newest = store.browser.sequence
    let forgetting = try store.forget(scope)
    #expect(forgetting.counts == preview.counts)
    #expect(forgetting.counts.pages > 0)
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    let written = Int32(forgetting.performed.events.count)
    #expect(store.browser.sequence == newest.advanced(by: written))
    try expectSound(store)
    #expect(forgetting.performed.events.first?.isForgetting == true)
  }

  @Test(arguments: [true, false])
  func `the data of a page or a tab is in no file`(_ isPage: Bool) throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let tab = try store.open(Self.page)
    try store.perform(.reportTitle(tab, "Gift at qzkxj"))
    try store.reportPicture(tab, Array("picture of qzkxj".utf8))
    try store.perform(.follow(tab, Destination("http://kept.example/?u=http%3A%2F%2Fa.example")))
    if isPage {
      try store.perform(.addBookmark(NewBookmark(.bookmark, title: "qzkxj", url: Self.page)))
      try store.perform(.zoomSite(host: "www.qzkxj.example", ZoomLevel(percent: 150)))
      let encoded = "http%3A%2F%2Fwww.qzkxj.example%2Fgift%3Ffor%3Dqzkxj"
      try store.perform(.follow(tab, Destination("http://kept.example/?u=\(encoded)")))
    }
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    try store.forget(isPage ? .url(Self.page) : .tab(tab))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    try expectSound(store)
  }

  private func expectSound(_ store: Store) throws {
    let events = try store.events()
    #expect(events.map(\.sequence.rawValue) == Array(1...Int32(events.count)))
    #expect(try store.readState() == NaiveTimeline(events).state)
    #expect(try store.readState().brokenInvariants() == [])
    #expect(store.timeline.damaged == [])
  }

  @Test func `data of other sites is unchanged`() throws {
    let life = try life()
    let store = life.store
    let before = try store.records()
    try store.forget(.site(Self.site))
    let after = try store.records()
    for (index, record) in before.enumerated() where !Self.sentinel.isIn(record) {
      #expect(after[index] == record || Self.isRedacted(after[index], index + 1))
    }
    try store.read { words in
      let tab = store.browser.tab(life.other)!
      #expect(store.browser.url(of: tab, text: words) == "http://kept.example/2")
    }
  }

  private static func isRedacted(_ record: [UInt8], _ sequence: Int) -> Bool {
    let sequence = EventID(Int32(sequence))
    return (try? EventDecoder.decode(record.span.bytes, sequence: sequence).isRedacted) ?? false
  }

  @Test func `the address in a note is erased, and the bookmark remains`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    var kept = NewBookmark(.bookmark, title: "Kept", url: "http://kept.example/")
    kept.note = "found on http://www.qzkxj.example/gift"
    let bookmark = BookmarkID(try store.perform(.addBookmark(kept)).sequence)
    try store.perform(.editBookmark(bookmark, BookmarkEdit(keyword: "k")))
    try store.forget(.site(Self.site))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    try expectSound(store)
    let left = try #require(try store.readLibrary().bookmarks[bookmark])
    try store.read { words in
      #expect(words.text(.url, of: left.url) == "http://kept.example/")
      #expect(words.text(.title, of: left.title) == "Kept")
      #expect(words.text(.keyword, of: left.keyword) == "k")
      #expect(words.text(.note, of: left.note) == "found on ")
    }
  }

  @Test func `the error of a failed load is erased with its page, and other errors remain`() throws
  {
    let profile = try TestProfile()
    let store = try profile.store()
    let tab = try store.open("http://qzkxj.example/")
    try store.perform(.reload(tab))
    try store.perform(.failLoad(tab, reason: "The certificate is that of a gift shop."))
    try store.perform(.go(tab, Destination("http://kept.example/")))
    try store.perform(.startLoad(tab, Destination("http://kept.example/2")))
    try store.perform(.failLoad(tab, reason: "The kept page did not answer."))
    try store.perform(.startLoad(tab, Destination("http://qzkxj.example/3")))
    try store.perform(.failLoad(tab, reason: "A gift is not to be had."))
    try store.forget(.site(Self.site))
    #expect(try Sentinel("gift").found(in: profile.path) == [])
    #expect(try Sentinel("The kept page").found(in: profile.path).count == 1)
  }

  @Test func `a site's bookmarks, zoom and home page are erased`() throws {
    let life = try life()
    let store = life.store
    let counts = try store.forget(.site(Self.site)).counts
    #expect(counts.bookmarks == 1)
    #expect(counts.sites == 1)
    #expect(try store.readLibrary().bookmarks.all.map(\.kind) == [.folder])
    #expect(store.browser.zoom.sites.set.isEmpty)
    #expect(try !store.readLibrary().settings.source(of: .homePage).exists)
    withExtendedLifetime(life) {}
  }

  @Test func `forgotten pages leave the history and the closed list`() throws {
    let life = try life()
    let store = life.store
    let browser = { store.browser }
    try store.forget(.site(Self.site))
    try store.read { words in
      let tab = browser().shown(browser().tab(life.tab)!, text: words)
      #expect(tab.entries.map { browser().url(of: $0, text: words) } == ["http://start.example/"])
      #expect(browser().url(of: browser().tab(life.tab)!, text: words) == "http://start.example/")
      #expect(browser().closed.contains { !browser().isForgotten($0, text: words) } == false)
    }
    #expect(try refusal { try store.perform(.travel(life.tab, by: 1)) }?.code == .outOfRange)
    #expect(try refusal { try store.perform(.reopen(nil)) }?.code == .nothingToDo)
  }

  @Test func `a tab whose pages were all forgotten shows the start page`() throws {
    let life = try life()
    try life.store.forget(.tab(life.tab))
    try life.store.read { words in
      let browser = life.store.browser
      let tab = browser.tab(life.tab)!
      #expect(browser.url(of: tab, text: words) == Destination.startPage)
      #expect(browser.title(of: tab, text: words) == "")
      #expect(browser.address(of: tab, text: words) == "")
      #expect(browser.shown(tab, text: words).entries.isEmpty)
    }
  }

  @Test func `bytes that belong to no event are erased too`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.log.write { writer in
      try writer.append(Array("qzkxj".utf8))
      try writer.rewrite(at: 1, with: [1])
    }
    try store.log.write { writer in
      try writer.putBlob([1], Array("qzkxj".utf8))
    }
    try store.log.write { writer in try writer.removeBlob([1]) }
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    #expect(try store.forget(.site(Self.site)).performed.events.isEmpty)
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }

  @Test func `the same host with different names remains`() throws {
    let profile = try TestProfile()
    defer { withExtendedLifetime(profile) {} }
    let store = try profile.store()
    for url in ["http://myqzkxj.example/", "http://qzkxj.example.org/", "http://a.qzkxj.example/"] {
      try store.open(url)
    }
    #expect(try store.forget(.site(Self.site)).counts.pages == 1)
    #expect(try store.forget(.site(Self.site)).performed.events.isEmpty)
  }

  @Test func `a page of the same host keeps the zoom`() throws {
    let profile = try TestProfile()
    defer { withExtendedLifetime(profile) {} }
    let store = try profile.store()
    let tab = try store.open("http://a.example/1")
    try store.perform(.zoom(tab, .set(ZoomLevel(percent: 150))))
    try store.perform(.go(tab, Destination("http://a.example/2")))
    #expect(try store.forget(.url("http://a.example/1")).counts.sites == 0)
    #expect(try store.forget(.url("http://a.example/2")).counts.sites == 1)
  }

  @Test func `a picture that another page shows remains`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let (first, second) = (Array("shared picture".utf8), Array("own picture".utf8))
    let tab = try store.open("http://a.example/")
    try store.reportPicture(tab, first)
    try store.reportPicture(tab, second)
    let other = try store.open("http://b.example/")
    try store.reportPicture(other, first)
    try store.forget(.site("a.example"))
    #expect(try !Sentinel("own picture").found(in: profile.path).isEmpty == false)
    #expect(try Sentinel("shared picture").found(in: profile.path).count == 1)
  }

  // MARK: Scope

  /// Returns the remaining addresses of visited pages, oldest first, without start pages.
  private func urls(after scope: ForgettingScope, _ visited: [String]) throws -> [String] {
    let store = try Store.inMemory()
    for url in visited { try store.open(url) }
    try store.forget(scope)
    try expectSound(store)
    return try store.read { words in
      store.browser.windows.flatMap(\.tabs).compactMap { id in
        store.browser.tab(id)?.currentEntry.flatMap { words.text(.url, of: $0.content) }
      }
    }
  }

  @Test func `a URL matches only that page, with its fragments`() throws {
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

  @Test func `a path matches that URL and everything below, by path segments`() throws {
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
      "another page next to it", (.url("https://e.com/a"), "https://k.org/?u=https://e.com/ab"),
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
  func `an address inside another address loses only its bytes`(
    _ example: Case<(ForgettingScope, String), String>
  ) throws {
    let left = try urls(after: example.input.0, [example.input.1])
    #expect(left == [example.expected])
  }

  @Test func `in sentences and lists, only the address is erased`() throws {
    let store = try Store.inMemory()
    defer { withExtendedLifetime(store) {} }
    let tab = try store.open("https://k.org/")
    try store.perform(.reportTitle(tab, "See “https://e.com/a”, or e.com."))
    var action = NewBookmark(.bookmark, title: "https://e.com/a (copy)", url: "https://k.org/")
    action.note = "from <https://e.com/a>, not https://e.com/ab."
    let bookmark = try store.perform(.addBookmark(action)).sequence
    try store.perform(
      .set(
        .searchEngines,
        "a=https://k.org/?q={searchTerms} b=https://e.com/a?q={searchTerms} c=https://l.org/{searchTerms}"
      ))
    try store.forget(.url("https://e.com/a"))
    try store.forget(.under("https://e.com/a"))
    let (browser, library) = (store.browser, try store.readLibrary())
    try store.read { words in
      #expect(browser.title(of: browser.tab(tab)!, text: words) == "See “”, or e.com.")
      let left = library.bookmarks[BookmarkID(bookmark)]
      #expect(left.flatMap { words.text(.title, of: $0.title) } == " (copy)")
      #expect(left.flatMap { words.text(.note, of: $0.note) } == "from <>, not https://e.com/ab.")
      #expect(
        library.settings.value(of: .searchEngines, text: words)
          == "a=https://k.org/?q={searchTerms} c=https://l.org/{searchTerms}")
    }
    try expectSound(store)
  }

  @Test func `a redirect loses the forgotten step`() throws {
    let store = try Store.inMemory()
    defer { withExtendedLifetime(store) {} }
    let tab = try store.open("https://k.org/")
    try store.perform(
      .startLoad(tab, Destination("https://a.org/", input: "a.org", transition: .typed)))
    try store.perform(
      .commitLoad(
        tab,
        redirectedTo: ["https://e.com/x", "https://b.org/?u=https://e.com/", "https://c.org/"]))
    try store.forget(.site("e.com"))
    try store.read { words in
      let content = store.browser.tab(tab)?.currentEntry?.content ?? .nothing
      #expect(words.text(.redirects, of: content) == "https://a.org/\nhttps://b.org/?u=")
      #expect(words.text(.url, of: content) == "https://c.org/")
    }
    try expectSound(store)
  }

  // MARK: Mentions

  @Test func `mentions of a site are kept and reported, or erased`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let tab = try store.open("http://kept.example/")
    try store.perform(.reportTitle(tab, "Welcome to qzkxj.example!"))
    let folder = try store.perform(
      .addBookmark(NewBookmark(.folder, title: "of qzkxj.example"))
    ).sequence
    try store.perform(
      .addBookmark(
        NewBookmark(
          .bookmark, title: "my qzkxj.example account", url: "http://kept.example/2",
          tags: ["a", "qzkxj.example", "b"], keyword: "qzkxj.example",
          folder: BookmarkID(folder))))
    try store.mark("qzkxj.example")
    let branch = try store.branch("via_qzkxj.example").sequence
    try store.open("http://qzkxj.example/")
    let request = ForgettingRequest(.site(Self.site))
    let mentions = try store.previewOfForgetting(request).mentions.map(\.item)
    #expect(
      mentions == [
        .init(.title, "Welcome to qzkxj.example!"), .init(.title, "my qzkxj.example account"),
        .init(.folder, "of qzkxj.example"), .init(.tag, "a\nqzkxj.example\nb"),
        .init(.keyword, "qzkxj.example"), .init(.mark, "qzkxj.example"),
        .init(.branch, "via_qzkxj.example"),
      ])
    #expect(try store.forget(request).counts.pages == 1)
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    try store.forget(ForgettingRequest(.site(Self.site), includesMentions: true))
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try store.previewOfForgetting(request).mentions.isEmpty)
    #expect(try store.names().map(\.name) == ["#\(branch.rawValue)"])
    let (browser, library) = (store.browser, try store.readLibrary())
    try store.read { words in
      #expect(browser.title(of: browser.tab(tab)!, text: words) == "Welcome to !")
      let bookmark = library.bookmarks.all.first { $0.kind == .bookmark }
      #expect(bookmark.flatMap { words.text(.title, of: $0.title) } == "my  account")
      #expect(bookmark.flatMap { words.text(.tags, of: $0.tags) } == "a\nb")
    }
    try expectSound(store)
  }

  @Test func `forgetting everything erases the names of marks and branches`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.open("http://kept.example/")
    try store.mark("qzkxj-mark")
    let branch = BranchID(try store.branch("qzkxj-branch").sequence)
    try store.forget(.everything)
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try store.names().map(\.name) == ["#\(branch.rawValue)"])
    try store.mark("again")
    try store.switchBranch(to: branch)
    #expect(store.timeline.lineage.branch == branch)
  }

  @Test func `a picture of a damaged record is erased`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let tab = try store.open("http://a.example/")
    try store.reportPicture(tab, Array("qzkxj picture".utf8))
    let picture = UInt64(store.browser.sequence.rawValue)
    try store.log.write { writer in
      try writer.rewrite(at: picture, with: Array("damaged".utf8))
    }
    try store.forget(.everything)
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }

  // MARK: Items that closed together

  @Test func `forgotten tabs stay closed if tabs that closed with them are reopened`() throws {
    let store = try Store.inMemory()
    defer { withExtendedLifetime(store) {} }
    try store.open("http://a.example/")
    let kept = try store.open("http://b.example/")
    let gone = try store.open("http://m.example/")
    try store.perform(.closeTabs([kept, gone]))
    try store.forget(.site("m.example"))
    try store.perform(.reopen(nil))
    #expect(store.browser.tab(kept) != nil)
    #expect(store.browser.tab(gone) == nil)
    try expectSound(store)
  }

  @Test(arguments: [true, false])
  func `forgotten tabs stay closed if their window is reopened`(_ isActive: Bool) throws {
    let store = try Store.inMemory()
    defer { withExtendedLifetime(store) {} }
    try store.open("http://a.example/")
    try store.perform(.openWindow())
    let window = store.browser.focusedWindow
    let start = try #require(store.browser.window(window)?.activeTab)
    try store.perform(.go(start, Destination("http://b.example/")))
    let gone = try store.open("http://m.example/")
    if !isActive { try store.perform(.select(start)) }
    try store.perform(.closeWindow(window))
    try store.forget(.site("m.example"))
    try store.perform(.reopen(nil))
    #expect(store.browser.window(window)?.tabs == [start])
    #expect(store.browser.window(window)?.activeTab == start)
    #expect(store.browser.tab(gone) == nil)
    try expectSound(store)
    try store.undo()
    #expect(store.browser.window(window) == nil)
    try expectSound(store)
  }

  // MARK: Undo

  @Test func `undo does not restore forgotten data`() throws {
    let life = try life()
    let store = life.store
    let forgetting = try store.forget(.site(Self.site))
    let first = try #require(forgetting.performed.events.first)
    #expect(try refusal { try store.undo(event: first.sequence) }?.code == .notAllowed)
    for event in forgetting.performed.events {
      #expect(try refusal { try store.undo(event: event.sequence) }?.code == .notAllowed)
    }
    var undone = 0
    while try refusal({ try store.undo() }) == nil { undone += 1 }
    #expect(undone > 5)
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    while try refusal({ try store.redo() }) == nil {}
    #expect(try Self.sentinel.found(in: life.profile.path) == [])
    #expect(try store.readLibrary().bookmarks.all.map(\.kind) == [.folder])
    try expectSound(store)
  }

  // MARK: Unknown and damaged records

  @Test func `damaged records and unknown kinds in a range lose all their text`() throws {
    let profile = try damagedAndForgotten()
    #expect(try Self.sentinel.found(in: profile.path) == [])
    let store = try profile.store()
    #expect(store.timeline.damaged == [EventID(3)])
    #expect(store.timeline.unknownCount == 1)
  }

  private func damagedAndForgotten() throws -> TestProfile {
    let life = try life()
    try life.store.log.write { writer in
      let next = try writer.reader.newest() + 1
      try writer.append(
        SealedRecord.unknown(
          kind: 4_000, sequence: EventID(Int32(next)), payload: Array("qzkxj".utf8)))
      try writer.rewrite(at: 3, with: Array("qzkxj".utf8))
    }
    let counts = try life.store.forget(.everything).counts
    #expect(counts.unknown == 1)
    #expect(counts.damaged == 1)
    return life.profile
  }

  @Test func `a log in memory can forget too`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://start.example/")
    try store.browseSentinel(tab)
    try store.forget(.site(Self.site))
    #expect(try store.records().allSatisfy { !Self.sentinel.isIn($0) })
    try expectSound(store)
  }

  // MARK: Interruptions and several processes

  /// A process repeatedly forgets a site, and is killed at random moments. The next opening
  /// finishes a stored request. No forgotten data remains, and no other data is lost.
  @Test(arguments: [UInt64(1), 2]) func `a kill leaves the data either complete or forgotten`(
    _ seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      for number in 0..<400 { try store.open("http://kept.example/\(number)") }
    }
    for _ in 0..<40 {
      let probe = try ProbeProcess("forget", profile.path)
      var lines: [String] = []
      for _ in 0...random.below(3) { lines.append(try #require(try probe.answer())) }
      // The sleep only chooses the moment of the kill.
      usleep(UInt32(random.below(12_000)))
      lines += ProbeProcess.wholeLines(in: try probe.kill())
      let isNoted = try EventLog(profile: profile.path, access: .readOnly).read {
        (reader) throws in try reader.metadata("forgetting") != nil
      }
      let store = try profile.store()
      try expectSound(store)
      let acknowledged = lines.compactMap { Int32($0.split(separator: " ").last ?? "") }.max() ?? 0
      #expect(store.browser.sequence.rawValue >= acknowledged)
      if isNoted { #expect(try Self.sentinel.found(in: profile.path) == []) }
      try store.forget(.site(Self.site))
      #expect(try Self.sentinel.found(in: profile.path) == [])
      #expect(try store.previewOfForgetting(.site("kept.example")).counts.pages == 400)
    }
  }

  @Test func `an interrupted forget is finished at the next opening`() throws {
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      try store.browseSentinel(try store.open("http://start.example/"))
    }
    #expect(try ProbeProcess("break-off", profile.path).lines() == ["killed"])
    #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
    let store = try profile.store()
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try store.readLibrary().bookmarks.all.map(\.kind) == [.folder])
    #expect(store.browser.zoom.sites.set.isEmpty)
    #expect(try store.events().filter(\.isForgetting).map(\.actor) == [.policy])
    try expectSound(store)
    #expect(try store.forget(.site(Self.site)).performed.events.isEmpty)
  }

  @Test func `addresses inside other addresses are also erased at the next opening`() throws {
    let carried = "https%3A%2F%2Fqzkxj.example%2Fgift"
    var ends: [[[UInt8]]] = []
    for isBrokenOff in [false, true] {
      let profile = try TestProfile()
      var count = 0
      do {
        let store = try profile.store()
        let tab = try store.open("https://qzkxj.example/gift")
        try store.perform(
          .follow(tab, Destination("https://kept.example/?u=\(carried)&rest=1")))
        try store.perform(.reportTitle(tab, "Back to https://qzkxj.example/gift or not"))
        count = try store.records().count
        if !isBrokenOff { try store.forget(.url("https://qzkxj.example/gift")) }
      }
      if isBrokenOff {
        #expect(try ProbeProcess("break-off-page", profile.path).lines() == ["killed"])
        #expect(try !Self.sentinel.found(in: profile.path).isEmpty)
      }
      let store = try profile.store()
      #expect(try Self.sentinel.found(in: profile.path) == [])
      try expectSound(store)
      try store.read { words in
        let tab = store.browser.tab(store.browser.windows[0].activeTab)!
        #expect(store.browser.url(of: tab, text: words).hasSuffix("&rest=1"))
      }
      ends.append(Array(try store.records().prefix(count)))
    }
    #expect(ends[0] == ends[1])
  }

  @Test func `another process continues to write and sees the result`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    for seed in 1...6 {
      let tab = try store.open("http://start.example/")
      try store.browseSentinel(tab)
      #expect(try probe.ask("state")?.hasSuffix("sound") == true)
      try probe.tell("random \(seed) 60")
      try store.forget(.site(Self.site))
      #expect(try Self.sentinel.found(in: profile.path) == [])
      let newest = try #require(try probe.answer().flatMap { Int32($0) })
      try store.catchUp()
      #expect(store.browser.sequence.rawValue >= newest)
      try expectSound(store)
      #expect(
        try probe.ask("state")
          == "\(store.browser.sequence.rawValue) tabs \(store.browser.tabCount) sound")
      #expect(try Self.sentinel.found(in: profile.path) == [])
    }
  }

  // MARK: Private windows

  @Test func `no data of a private window is in any file`() throws {
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      try store.open("http://kept.example/")
      let tab = try store.open(Self.page, isPrivate: true)
      try store.browseSentinel(tab, keepingBookmarks: false)
      #expect(try Self.sentinel.found(in: profile.path) == [])
    }
    #expect(try Self.sentinel.found(in: profile.path) == [])
    _ = try profile.store()
    #expect(try Self.sentinel.found(in: profile.path) == [])
  }
}

extension Store {
  /// Visits pages, with the sentinel in every kind of text.
  func browseSentinel(_ tab: TabID, keepingBookmarks: Bool = true) throws {
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
    let second = TabID(
      try perform(
        .open(OpenTab(Destination(page, input: "www.qzkxj.example/gift?for=qzkxj"))),
        isPrivate: tab.isPrivate
      ).sequence)
    try perform(.startLoad(second, Destination("http://qzkxj.example/3")))
    try perform(.failLoad(second, reason: "no address for qzkxj.example"))
    guard keepingBookmarks else { return }
    try perform(.closeTabs([second]))
    try perform(.group([tab], title: "all of qzkxj.example"))
    try perform(.zoomSite(host: "www.qzkxj.example", ZoomLevel(percent: 150)))
    let folder = try perform(.addBookmark(NewBookmark(.folder, title: "Folder"))).sequence
    let bookmark = NewBookmark(
      .bookmark, title: "Bookmark qzkxj", url: page, tags: ["qzkxj"], keyword: "qzkxj",
      folder: BookmarkID(folder))
    let added = BookmarkID(try perform(.addBookmark(bookmark)).sequence)
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
