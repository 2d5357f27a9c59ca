import BrowserModel
import EventCoding
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// T7: private windows are in memory, with separate ids.
@Suite struct PrivateWindowTests {
  @Test func `ids are negative, and durable ids continue where they were`() throws {
    let store = try Store.inMemory()
    let window = try store.perform(.openWindow(), isPrivate: true).events
    #expect(window.map(\.sequence.rawValue) == [-1, -2])
    #expect(window.map(\.batch.rawValue) == [-1, -1])
    let durable = try store.open("http://a.example/")
    #expect(durable == TabID(2))
    let tab = try store.open("http://b.example/", isPrivate: true)
    #expect(tab == TabID(-3))
    try store.perform(.pin(tab, true))
    #expect(store.privateBrowser.tab(tab)?.isPinned == true)
    #expect(store.browser.tabCount == 1)
    #expect(store.browser.sequence == EventID(2))
    #expect(store.browser(of: tab).tabCount == 2)
    #expect(try store.events(isPrivate: true).count == 4)
    #expect(try store.events().count == 2)
  }

  @Test func `the targets of an action decide in which log it is recorded`() throws {
    let store = try Store.inMemory()
    let tab = try store.open(isPrivate: true)
    let child = OpenTab(Destination("http://a.example/"), place: .backgroundLink(from: tab))
    #expect(try store.perform(.open(child)).sequence.isPrivate)
    #expect(try store.perform(.duplicate(tab)).sequence.isPrivate)
    #expect(try store.perform(.closeTabs([tab])).sequence.isPrivate)
    #expect(try store.reopen(tab.event).sequence.isPrivate)
    #expect(try store.records().isEmpty)
  }

  @Test func `tabs never move between private and durable windows`() throws {
    let store = try Store.inMemory()
    let durable = try store.open()
    let own = try store.open(isPrivate: true)
    let windows = (store.browser.focusedWindow, store.privateBrowser.focusedWindow)
    #expect(
      try refusal { try store.perform(.move(durable, to: 0, window: windows.1)) }?.code
        == .noSuchWindow)
    #expect(
      try refusal { try store.perform(.move(own, to: 0, window: windows.0)) }?.code
        == .noSuchWindow)
    #expect(try refusal { try store.perform(.closeTabs([own, durable])) }?.code == .noSuchTab)
    #expect(
      try refusal { try store.perform(.open(OpenTab(window: windows.0, opener: own))) }?.code
        == .noSuchTab)
    #expect(store.browser.tabCount == 1)
    #expect(store.privateBrowser.tabCount == 1)
  }

  @Test func `a private window does not need a writable profile`() throws {
    let profile = try TestProfile()
    try profile.store().open()
    let store = try profile.store(.readOnly)
    let tab = try store.open("http://a.example/", isPrivate: true)
    try store.perform(.pin(tab, true))
    try store.undo()
    #expect(store.privateBrowser.tab(tab)?.isPinned == false)
    try store.redo()
    #expect(store.privateBrowser.tab(tab)?.isPinned == true)
  }

  // MARK: Durable data

  @Test func `a bookmark from a private window is durable`() throws {
    let store = try Store.inMemory()
    try store.open("http://a.example/", isPrivate: true)
    let action = NewBookmark(.bookmark, title: "A", url: "http://a.example/")
    let bookmark = BookmarkID(try store.perform(.addBookmark(action), isPrivate: true).sequence)
    #expect(!bookmark.isPrivate)
    #expect(try store.readLibrary().bookmarks[bookmark] != nil)
    try store.perform(.editBookmark(bookmark, BookmarkEdit(title: "B")), isPrivate: true)
    try store.perform(.set(.historyLimit, "7"), isPrivate: true)
    #expect(store.browser.settings.historyLimit == 7)
    #expect(try store.events().count == 3)
  }

  @Test func `a private zoom applies only to the tab`() throws {
    let store = try Store.inMemory()
    let durable = try store.open("http://a.example/")
    try store.perform(.zoom(durable, .set(ZoomLevel(percent: 150))))
    let tab = try store.open("http://a.example/", isPrivate: true)
    #expect(try level(of: tab, store) == .actual)
    try store.perform(.zoom(tab, .set(ZoomLevel(percent: 200))))
    #expect(try level(of: tab, store) == ZoomLevel(percent: 200))
    let other = try store.open("http://a.example/", isPrivate: true)
    #expect(try level(of: other, store) == .actual)
    #expect(try level(of: durable, store) == ZoomLevel(percent: 150))
    let action = Action.zoomSite(host: "a.example", ZoomLevel(percent: 125))
    #expect(try refusal { try store.perform(action, isPrivate: true) }?.code == .notAllowed)
    #expect(store.privateBrowser.zoom.sites.namedCount == 0)
  }

  private func level(of id: TabID, _ store: Store) throws -> ZoomLevel {
    let browser = store.browser(of: id)
    let tab = try #require(browser.tab(id))
    return try store.read { words in browser.zoom(of: tab, text: words).level }
  }

  // MARK: Undo

  @Test func `undo reverts the newest action of both logs, redo the newest undo`() throws {
    let store = try Store.inMemory()
    let order = [false, true, true, false, true]
    for isPrivate in order { try store.open(isPrivate: isPrivate) }
    let undone = try order.map { _ in try store.undo().batch }
    #expect(undone.map(\.isPrivate) == order.reversed())
    #expect(store.browser.tabCount == 0)
    #expect(store.privateBrowser.tabCount == 0)
    #expect(try refusal { try store.undo() }?.code == .nothingToDo)
    let redone = try order.map { _ in try store.redo().batch }
    #expect(redone == undone.reversed())
    #expect(store.browser.tabCount == 2)
    #expect(store.privateBrowser.tabCount == 3)
    #expect(try refusal { try store.redo() }?.code == .nothingToDo)
  }

  @Test(arguments: [false, true])
  func `redo is not available after an action in the other log`(_ isPrivate: Bool) throws {
    let store = try Store.inMemory()
    try store.open(isPrivate: isPrivate)
    try store.undo()
    try store.open(isPrivate: !isPrivate)
    #expect(try refusal { try store.redo() }?.code == .nothingToDo)
    #expect(try store.undo().batch.isPrivate == !isPrivate)
    #expect(try store.redo().batch.isPrivate == !isPrivate)
  }

  @Test(arguments: 0..<60)
  func `redoing several actions equals redoing them one by one`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let (one, other) = (try Store.inMemory(), try Store.inMemory())
    for _ in 0..<30 {
      let (step, isPrivate, count) = (random.below(8), random.once(in: 2), 1 + random.below(3))
      for store in [one, other] {
        switch step {
        case 0...2: try store.open(isPrivate: isPrivate)
        case 3...5: _ = try refusal { try store.undo(.newest(count)).results }
        case 6: _ = try refusal { try store.redo() }
        default:
          let newest = (isPrivate ? store.privateBrowser : store.browser).sequence
          if newest.exists { _ = try refusal { try store.undo(event: newest) } }
        }
      }
    }
    // The stores undo several actions, if any can be undone.
    for store in [one, other] { _ = try refusal { try store.undo(.newest(3)).results } }
    let count = 1 + random.below(6)
    var singly: [BatchID] = []
    while singly.count < count {
      guard try refusal({ singly.append(try other.redo().batch) }) == nil else { break }
    }
    var together: [BatchID] = []
    let before = one.browser.sequence
    _ = try refusal { together = try one.redo(.newest(count)).map(\.batch) }
    #expect(together == singly)
    #expect(try one.readState() == other.readState())
    #expect(one.privateBrowser == other.privateBrowser)
    var batches: Set<BatchID> = []
    try one.visitLog(isPrivate: false, from: before.advanced(by: 1)) { event, _ in
      batches.insert(event.batch)
      return true
    }
    #expect(batches.count == (together.contains { !$0.isPrivate } ? 1 : 0))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `both logs match their folds and never refer to each other`(_ seed: UInt64) throws {
    let store = try Store.inMemory()
    var steps = RandomSteps(seed: seed)
    var random = SplitMix64(seed: seed)
    for _ in 0..<600 {
      let isPrivate = random.once(in: 2)
      let state =
        isPrivate ? ProfileState(browser: store.privateBrowser) : try store.readState()
      let step = steps.next(state)
      if case .action(let action, let actor) = step {
        _ = try refusal {
          try store.perform(action, by: Origin(actor), isPrivate: isPrivate)
        }
      } else {
        try store.perform(step)
      }
    }
    for isPrivate in [false, true] {
      let events = try store.events(isPrivate: isPrivate)
      #expect(events.count > 50)
      let browser = isPrivate ? store.privateBrowser : store.browser
      #expect(browser == NaiveTimeline(events).browser)
      #expect(events.enumerated().allSatisfy { $1.sequence.rawValue.magnitude == $0 + 1 })
      for event in events {
        var references = References()
        event.body.visit(&references)
        #expect(
          references.found.allSatisfy { $0.isPrivate == isPrivate },
          "\(event.body) names \(references.found)")
      }
    }
  }

  // MARK: On disk

  @Test func `no data of a private window is in any file`() throws {
    let profile = try TestProfile()
    let (secret, known) = ("se\u{0301}cret-sentinel-žřý", "kno\u{0301}wn-sentinel-žřý")
    do {
      let store = try profile.store()
      try store.open("http://\(known).example/")
      let tab = try store.open("http://\(secret).example/", isPrivate: true)
      try store.perform(.go(tab, Destination("http://x.example/", searchWords: secret)))
      try store.perform(.reportTitle(tab, secret))
      try store.reportPicture(tab, Array(secret.utf8))
      try store.perform(.group([tab], title: secret))
      try store.perform(.closeTabs([tab]))
      try store.reopen(tab.event)
      try store.undo()
      try store.redo()
      _ = try refusal { try store.perform(.go(TabID(99), Destination(secret))) }
      try store.perform(.pin(try store.open(), true))
      #expect(try files(in: profile).allSatisfy { !$0.contains(secret) })
    }
    let files = try files(in: profile)
    #expect(files.allSatisfy { !$0.contains(secret) })
    #expect(files.contains { $0.contains(known) })
  }

  private func files(in profile: TestProfile) throws -> [Data] {
    let url = URL(filePath: profile.path)
    let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? [])
      .filter { !$0.hasDirectoryPath }.map { try Data(contentsOf: $0) }
  }
}

extension Data {
  /// Whether the bytes contain a text in UTF-8 or UTF-16.
  fileprivate func contains(_ words: String) -> Bool {
    let forms: [String.Encoding] = [.utf8, .utf16LittleEndian, .utf16BigEndian]
    return forms.contains { words.data(using: $0).map { range(of: $0) != nil } ?? false }
  }
}

/// The events that an event refers to.
private struct References: PayloadVisitor, FieldVisitor {
  private(set) var found: [EventID] = []

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    if value.exists { found.append(value.event) }
  }

  func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {}
  func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {}
  func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {}
  func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {}
}
