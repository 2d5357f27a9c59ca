import BrowserModel
import TestSupport
import Testing

/// T2 to T5: closing and reopening.
struct TabClosingTests {
  static let closing = [
    Rule("its children already have its opener", "A*<C B D<A C", "B D*<C C") {
      .closeTabs([$0.tab("A")])
    },
    Rule("children of a tab without an opener do not count", "A B* C D<B", "A C* D") {
      .closeTabs([$0.tab("B")])
    },
    Rule("nor do tabs to its left", "A<C B C* D", "A B D*") { .closeTabs([$0.tab("C")]) },
    Rule("a child may be in a group", "A* B(g) C D<A(g)", "B*(g) D(g) C") {
      .closeTabs([$0.tab("A")])
    },
    Rule("then the next tab of its family", "A B*<A C D<A", "A C D*<A") {
      .closeTabs([$0.tab("B")])
    },
    Rule("also to the left", "A B<A C*<A D", "A B*<A D") { .closeTabs([$0.tab("C")]) },
    Rule("then its opener", "A B C*<A D", "A* B D") { .closeTabs([$0.tab("C")]) },
    Rule("then the neighbour in its group", "A B(g) C*(g) D", "A B*(g) D") {
      .closeTabs([$0.tab("C")])
    },
    Rule("the right neighbour before the left one", "A(g) B*(g) C(g)", "A(g) C*(g)") {
      .closeTabs([$0.tab("B")])
    },
    Rule("the opener of a grouped tab may be outside the group", "A B C*<A(g) D(g)", "A* B D(g)") {
      .closeTabs([$0.tab("C")])
    },
    Rule("children of a grouped tab outside the group do not count", "A(g) B*(g) C<B", "A*(g) C") {
      .closeTabs([$0.tab("B")])
    },
    Rule("unpinned children of a pinned tab do not count", "A*p B C<A", "B* C") {
      .closeTabs([$0.tab("A")])
    },
    Rule("the grouped opener of an ungrouped tab counts", "A B(g) C D*<B", "A B*(g) C") {
      .closeTabs([$0.tab("D")])
    },
    Rule("then the tab to the right", "A B* C", "A C*") { .closeTabs([$0.tab("B")]) },
    Rule("then the tab to the left", "A B C*", "A B*") { .closeTabs([$0.tab("C")]) },
    Rule("closing another tab does not change the selection", "A B* C", "B* C") {
      .closeTabs([$0.tab("A")])
    },
    Rule("nor does closing the opener of the active tab", "A B*<A C", "B* C") {
      .closeTabs([$0.tab("A")])
    },
    Rule("of several tabs, the active one closes last", "A B* C D", "A D*") {
      .closeTabs([$0.tab("B"), $0.tab("C")])
    },
    Rule("the tabs that close first determine the family", "A B<A C*<B D", "A* D") {
      .closeTabs([$0.tab("B"), $0.tab("C")])
    },
  ]

  @Test(arguments: closing)
  func `T2: the active tab after closing`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test func `T2: collapsed groups are skipped`() throws {
    var scene = try Scene("A B* C(g) D")
    try scene.perform(.collapse(scene.group("g"), true))
    try scene.perform(.closeTabs([scene.tab("B")]))
    #expect(scene.strip == "A C(g) D*")
  }

  @Test func `T2: a tab in a collapsed group becomes active if there are no others`() throws {
    var scene = try Scene("A(g) B*")
    try scene.perform(.collapse(scene.group("g"), true))
    try scene.perform(.closeTabs([scene.tab("B")]))
    #expect(scene.strip == "A*(g)")
  }

  @Test
  func
    `T2: if the successor no longer exists, a neighbour becomes active, preferably the right one`()
    throws
  {
    var scene = try Scene("A B* C")
    var other = scene
    var body = TabClosed()
    body.tab = scene.tab("B")
    body.successor = TabID(9_999)
    scene.append(.tab(.closed(body)))
    #expect(scene.strip == "A C*")
    try other.perform(.closeTabs([other.tab("C")]))
    other.append(.tab(.closed(body)))
    #expect(other.strip == "A*")
  }

  @Test func `T2: closing an inactive tab does not change the selection`() throws {
    var scene = try Scene("A B* C")
    var body = TabClosed()
    body.tab = scene.tab("A")
    body.successor = scene.tab("C")
    scene.append(.tab(.closed(body)))
    #expect(scene.strip == "B* C")
  }

  @Test(arguments: [
    Rule("one generation", "A B<A C<B D*", "A C<A D*") { .closeTabs([$0.tab("B")]) },
    Rule("without an opener", "B C<B E<B D*", "C E D*") { .closeTabs([$0.tab("B")]) },
    Rule("several generations", "A B<A C<B E<C D*", "A E<A D*") {
      .closeTabs([$0.tab("B"), $0.tab("C")])
    },
  ])
  func `T3: children of a closed tab get its opener`(rule: Rule) throws {
    let scene = try rule.happen()
    #expect(scene.strip == rule.after)
    for tab in scene.browser.tabs {
      #expect(tab.opener == tab.openerGroupParent)
    }
  }

  @Test func `T4: reopening restores the same tab at its position and selects it`() throws {
    var scene = try Scene("Ap B(g) C(g) D*")
    let tab = scene.tab("C")
    try scene.perform(.zoomTemporarily(tab, .set(ZoomLevel(percent: 200))))
    try scene.perform(.follow(tab, Destination("http://C.example/more")))
    try scene.perform(.mute(tab, true))
    let before = scene.browser.tab(tab)
    try scene.perform(.closeTabs([tab]))
    #expect(scene.strip == "Ap B(g) D*")
    try scene.perform(.reopen(nil))
    #expect(scene.strip == "Ap B(g) C*(g) D")
    let after = scene.browser.tab(tab)
    #expect(after?.entries == before?.entries)
    #expect(after?.index == 1)
    #expect(after?.temporaryZoom == before?.temporaryZoom)
    #expect(after?.isMuted == true)
    #expect(after?.opener == before?.opener)
    #expect(scene.browser.closed.isEmpty)
  }

  @Test func `T4: a group closed with its last tab is restored with it`() throws {
    var scene = try Scene("A* B(g)")
    let group = scene.group("g")
    try scene.perform(.changeGroup(group, color: .red))
    try scene.perform(.closeTabs([scene.tab("B")]))
    #expect(scene.browser.groups.isEmpty)
    try scene.perform(.reopen(scene.tab("B").event))
    #expect(scene.strip == "A B*(g)")
    #expect(scene.browser.group(group)?.color == .red)
  }

  @Test func `T4: a tab without a group is not reopened inside a group`() throws {
    var scene = try Scene("A B* C D")
    try scene.perform(.closeTabs([scene.tab("B")]))
    try scene.perform(.group([scene.tab("A"), scene.tab("C")], title: "g"))
    try scene.perform(.reopen(nil))
    #expect(scene.strip == "A(g) C(g) B* D")
  }

  @Test func `T4: tabs closed together reopen together, each at its position`() throws {
    var scene = try Scene("A B* C(g) D(g) E")
    let before = scene.strip
    try scene.perform(.closeTabs(["D", "B", "A"].map { scene.tab($0) }))
    #expect(scene.browser.closed.count == 1)
    #expect(scene.strip == "C*(g) E")
    try scene.perform(.reopen(nil))
    #expect(scene.strip == before)
    #expect(scene.browser.closed.isEmpty)
  }

  @Test func `T4: one of several tabs closed together can be reopened`() throws {
    var scene = try Scene("A B C D*")
    try scene.perform(.closeTabs([scene.tab("A"), scene.tab("B"), scene.tab("C")]))
    try scene.perform(.reopen(scene.tab("B").event))
    #expect(scene.strip == "B* D")
    #expect(scene.browser.closed.first?.tabs.map(\.tab.id) == [scene.tab("A"), scene.tab("C")])
    try scene.perform(.reopen(nil))
    #expect(scene.browser.tabCount == 4)
  }

  @Test func `T4: a position beyond the end is clamped`() throws {
    var scene = try Scene("A* B C")
    try scene.perform(.closeTabs([scene.tab("C")]))
    try scene.perform(.closeTabs([scene.tab("B")]))
    try scene.perform(.reopen(scene.tab("C").event))
    #expect(scene.strip == "A C*")
  }

  @Test func `T4: reopening a tab of a closed window restores the window`() throws {
    var scene = try Scene("A*")
    try scene.perform(.openWindow())
    try scene.perform(.closeTabs([scene.tab("A")]))
    #expect(scene.strips == "new*")
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "new* | A*")
    try scene.perform(.closeTabs([scene.tab("A"), scene.tab("new")]))
    #expect(scene.browser.windows.isEmpty)
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "A*")
  }

  @Test func `T4: a window is reopened completely`() throws {
    var scene = try Scene("Ap B*(g) C(g) D<B")
    let window = scene.browser.focusedWindow
    let bounds = Window.Bounds(x: -5, y: 6, width: 700, height: 800)
    try scene.perform(.placeWindow(window, bounds: bounds, showState: .maximized))
    try scene.perform(.openWindow())
    try scene.perform(.closeWindow(window))
    #expect(scene.strips == "new*")
    #expect(scene.browser.closed.last?.kind == .window)
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "new* | Ap B*(g) C(g) D")
    #expect(scene.browser.window(window)?.bounds == bounds)
    #expect(scene.browser.window(window)?.showState == .maximized)
    #expect(scene.browser.tab(scene.tab("D"))?.opener == scene.tab("B"))
    #expect(scene.browser.focusedWindow == window)
  }

  @Test func `T4: one tab of a closed window can be reopened`() throws {
    var scene = try Scene("A B* C")
    try scene.perform(.openWindow())
    try scene.perform(.closeWindow(scene.browser.windows[0].id))
    try scene.perform(.reopen(scene.tab("C").event))
    #expect(scene.strips == "new* | C*")
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "new* | A B* C")
  }

  @Test func `T4: the newest hundred closed items are listed`() throws {
    var scene = try Scene("A*")
    var first: TabID?
    for _ in 0...Browser.closedLimit {
      try scene.perform(.open(OpenTab(.named("B"))))
      let tab = scene.browser.windows[0].activeTab
      first = first ?? tab
      try scene.perform(.closeTabs([tab]))
    }
    #expect(scene.browser.closed.count == Browser.closedLimit)
    #expect(throws: Refusal.self) { try scene.driver.state.refusal(of: .reopen(first?.event)) }
  }

  @Test
  func
    `T5: closing the last tab closes the window, and closing the last window closes the browser`()
    throws
  {
    var scene = try Scene("A*")
    let first = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    let second = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    #expect(scene.browser.windows.count == 3)
    try scene.perform(.focusWindow(second))
    try scene.perform(.closeTabs([scene.tab("A")]))
    #expect(scene.browser.focusedWindow == second)
    #expect(scene.browser.window(first) == nil)
    try scene.perform(.closeWindow(second))
    #expect(scene.browser.windows.map(\.id) == [scene.browser.focusedWindow])
    try scene.perform(.closeTabs([scene.browser.windows[0].activeTab]))
    #expect(scene.browser.windows.isEmpty)
    #expect(!scene.browser.focusedWindow.exists)
    #expect(scene.browser.closed.count == 1)
  }

  @Test func `T5: the focus moves to the window that had it last`() throws {
    var scene = try Scene("A*")
    let first = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    try scene.perform(.openWindow())
    let third = scene.browser.focusedWindow
    try scene.perform(.focusWindow(first))
    try scene.perform(.focusWindow(third))
    try scene.perform(.closeWindow(third))
    #expect(scene.browser.focusedWindow == first)
  }
}
