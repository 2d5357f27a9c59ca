import BrowserModel
import EventCoding
import TestSupport
import Testing

/// Actions and events about things that do not exist.
struct GoneReferenceTests {
  /// The kinds of events that do not require any other thing to exist.
  private static let selfContained: Set<EventKind> = [
    .windowOpened, .groupCreated, .zoomSiteSet, .zoomDefaultSet, .settingChanged, .sessionOpened,
    .sessionEnded, .timeUndone, .timeRedone, .deviceOrderLost,
  ]

  @Test(arguments: EventKind.allCases.filter { !selfContained.contains($0) })
  func `an event about something removed changes nothing`(kind: EventKind) throws {
    var scene = try Scene("A*p B<A C(g) D(g)")
    try scene.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    try scene.perform(.closeTabs([scene.tab("B")]))
    let before = scene.driver.state
    var facts = RandomFacts(seed: UInt64(kind.rawValue))
    facts.ids = 100_000..<100_100
    var driver = scene.driver
    for _ in 0..<30 {
      let draft = facts.next(kind)
      driver.append(draft)
      #expect(driver.state.hasSameContent(as: before), "\(draft.bodies[0])")
    }
  }

  @Test(arguments: EventKind.allCases)
  func `an event with an id of another kind leaves a valid state`(kind: EventKind) throws {
    let scene = try Scene("A*p B<A C(g) D(g)")
    var driver = scene.driver
    var facts = RandomFacts(seed: UInt64(kind.rawValue))
    facts.ids = 0..<driver.browser.sequence.rawValue
    for _ in 0..<50 {
      driver.append(facts.next(kind))
      #expect(driver.browser.brokenInvariants() == [])
    }
  }

  @Test func `a tab is not restored under a future id`() throws {
    var scene = try Scene("A*")
    let before = scene.browser
    var body = TabRestored()
    body.window = scene.browser.focusedWindow
    body.tab = TabID(scene.browser.sequence.advanced(by: 2))
    scene.append(.tab(.restored(body)))
    #expect(scene.browser.hasSameContent(as: before))
    try scene.perform(.open(OpenTab()))
    #expect(scene.strip == "A new*<A")
  }

  @Test func `restored entries respect the largest limit, and none is duplicated`() throws {
    var scene = try Scene("A*")
    try scene.perform(.set(.historyLimit, "3"))
    var body = TabRestored()
    body.window = scene.browser.focusedWindow
    var entry = EntryRestored()
    entry.tab = TabID(scene.append(.tab(.restored(body))))
    for number in Array(1...1_001) + [1, 2] {
      entry.entry = EntryID(Int32(number))
      scene.append(.tab(.entryRestored(entry)))
    }
    #expect(scene.browser.tab(entry.tab)?.entries.map(\.id.rawValue) == Array(1...1_000))
  }

  @Test func `a closed window whose tabs are all open again is not reopened`() throws {
    var scene = try Scene("A* B")
    let window = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    let other = scene.browser.focusedWindow
    try scene.perform(.closeWindow(window))
    let item = try #require(scene.browser.closed.last?.id)
    var tabs = [scene.tab("A"), scene.tab("B")]
    scene.append(.window(.reopened(reopening(item))))
    #expect(scene.strips == "new* | A* B")
    try scene.perform(.closeWindow(window))
    var body = TabRestored()
    body.window = other
    while let tab = tabs.popLast() {
      body.tab = tab
      scene.append(.tab(.restored(body)))
    }
    let before = scene.browser
    scene.append(.window(.reopened(reopening(item))))
    var opened = TabOpened()
    opened.window = window
    scene.append(.tab(.opened(opened)))
    #expect(scene.browser.hasSameContent(as: before))
    #expect(scene.browser.window(window) == nil)
    #expect(scene.browser.closed.isEmpty)
  }

  private func reopening(_ item: ClosedItemID) -> WindowReopened {
    var body = WindowReopened()
    body.item = item
    return body
  }

  @Test func `only folders can contain bookmarks`() throws {
    var scene = try Scene("A*")
    try scene.perform(.addBookmark(NewBookmark(.bookmark, url: "x:")))
    try scene.perform(.addBookmark(NewBookmark(.bookmark, url: "y:")))
    let before = scene.browser
    var added = BookmarkAdded()
    added.parent = scene.driver.library.bookmarks.top[0]
    scene.append(.bookmark(.added(added)))
    var moved = BookmarkMoved()
    moved.bookmark = scene.driver.library.bookmarks.top[1]
    moved.parent = scene.driver.library.bookmarks.top[0]
    scene.append(.bookmark(.moved(moved)))
    #expect(scene.browser.hasSameContent(as: before))
  }

  /// Returns actions about things that do not exist (a tab, a window, a group and so on), with the
  /// codes of their refusals.
  private func actions(_ number: Int32, in window: WindowID) -> [(Action, Refusal.Code)] {
    let destination = Destination("http://a.example/")
    let (id, other, group) = (TabID(number), WindowID(number), GroupID(number))
    return [
      (.closeTabs([id]), .noSuchTab), (.closeTabs([]), .nothingToDo),
      (.select(id), .noSuchTab), (.move(id, to: 0), .noSuchTab),
      (.moveBy(id, places: 1), .noSuchTab), (.pin(id, true), .noSuchTab),
      (.mute(id, true), .noSuchTab), (.duplicate(id), .noSuchTab), (.discard(id), .noSuchTab),
      (.open(OpenTab(place: .foregroundLink(from: id))), .noSuchTab),
      (.open(OpenTab(place: .backgroundLink(from: id))), .noSuchTab),
      (.open(OpenTab(opener: id)), .noSuchTab), (.open(OpenTab(window: other)), .noSuchWindow),
      (.closeWindow(other), .noSuchWindow), (.focusWindow(other), .noSuchWindow),
      (.placeWindow(other, bounds: .unknown, showState: .normal), .noSuchWindow),
      (.group([id]), .noSuchTab), (.group([]), .nothingToDo), (.ungroup([id]), .noSuchTab),
      (.ungroup([]), .nothingToDo), (.changeGroup(group, title: "x"), .noSuchGroup),
      (.collapse(group, true), .noSuchGroup), (.go(id, destination), .noSuchTab),
      (.follow(id, destination), .noSuchTab), (.startLoad(id, destination), .noSuchTab),
      (.commitLoad(id), .noSuchTab), (.travel(id, by: 1), .noSuchTab),
      (.startTravel(id, by: 1), .noSuchTab), (.step(id, by: 1), .noSuchTab),
      (.reload(id), .noSuchTab), (.stop(id), .noSuchTab), (.failLoad(id, reason: ""), .noSuchTab),
      (.finishLoad(id), .noSuchTab), (.reportTitle(id, ""), .noSuchTab),
      (.reportScroll(id, x: 0, y: 0), .noSuchTab), (.reportPicture(id, blob: ""), .noSuchTab),
      (.reportActivation(id), .noSuchTab), (.zoom(id, .reset), .noSuchTab),
      (.zoomTemporarily(id, .reset), .noSuchTab), (.reopen(id.event), .noSuchClosedItem),
      (.setValue(.tab(id), "app.key", []), .noSuchTab),
      (.setValue(.window(other), "app.key", []), .noSuchWindow),
      (.setValue(.group(group), "app.key", []), .noSuchGroup),
      (.setValue(.profile, "app.key", nil), .nothingToDo),
      (.reopen(nil), .nothingToDo), (.set(.homePage, nil), .nothingToDo),
    ]
  }

  @Test(arguments: [0, 9_999, -1, Int32.max, .min])
  func `an action about something that does not exist is refused`(id: Int32) throws {
    let scene = try Scene("A*p B<A C(g) D(g)")
    let window = scene.browser.focusedWindow
    for (action, code) in actions(id, in: window) {
      let refusal = #expect(throws: Refusal.self) {
        try scene.driver.state.refusal(of: action, text: scene.driver.log)
      }
      #expect(refusal?.code == code, "\(action)")
    }
  }

  @Test func `an action with an id of another kind is refused`() throws {
    let scene = try Scene("A* C(g) D(g)")
    let window = scene.browser.focusedWindow.event
    let group = scene.group("g").event
    let tab = scene.tab("A").event
    for action in [
      Action.select(TabID(window)), .select(TabID(group)), .closeWindow(WindowID(tab)),
      .collapse(GroupID(tab), true), .closeTabs([TabID(tab), TabID(window)]),
      .group([TabID(tab)], into: GroupID(tab)), .move(TabID(tab), to: 0, window: WindowID(group)),
      .removeBookmark(BookmarkID(tab)),
    ] {
      #expect(throws: Refusal.self) {
        try scene.driver.state.refusal(of: action, text: scene.driver.log)
      }
    }
  }

  @Test func `extreme numbers never trap`() throws {
    let scene = try Scene("A*p B<A C(g) D(g)")
    for tab in scene.browser.tabs.map(\.id) {
      for number in [Int.min, .min + 1, -1, 0, 1, .max - 1, .max] {
        for action in [
          Action.travel(tab, by: number), .startTravel(tab, by: number), .step(tab, by: number),
          .move(tab, to: number), .moveBy(tab, places: number),
          .open(OpenTab(place: .index(number))),
          .addBookmark(NewBookmark(.bookmark, url: "x:", index: number)),
        ] {
          var driver = scene.driver
          _ = driver.attempt(action)
          #expect(driver.browser.brokenInvariants() == [])
        }
      }
    }
  }

  @Test func `texts that are too long are refused`() throws {
    let scene = try Scene("A*")
    let long = String(repeating: "x", count: 2 << 20)
    try scene.driver.state.refusal(of: .reportTitle(scene.tab("A"), long), text: scene.driver.log)
    for action in [
      Action.reportTitle(scene.tab("A"), long + "x"),
      .open(OpenTab(Destination("http://a.example/" + long))),
      .group([scene.tab("A")], title: long + "x"), .set(.homePage, long + "x"),
    ] {
      let refusal = #expect(throws: Refusal.self) {
        try scene.driver.state.refusal(of: action, text: scene.driver.log)
      }
      #expect(refusal?.code == .tooLong)
    }
  }
}
