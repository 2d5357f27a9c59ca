import BrowserModel
import TestSupport
import Testing

/// T4: tabs that closed together return to their positions, regardless of the order in which they
/// are reopened.
struct ReopeningTests {
  @Test func `two tabs that closed together can be reopened separately at their places`() throws {
    var scene = try Scene("A B C D*")
    try scene.perform(.closeTabs([scene.tab("B"), scene.tab("C")]))
    try scene.perform(.reopen(scene.tab("B").event))
    #expect(scene.strip == "A B* D")
    try scene.perform(.reopen(nil))
    #expect(scene.strip == "A B C* D")
  }

  /// By definition, open tabs are in the order that they had before any tab closed.
  @Test(arguments: 0..<200)
  func `tabs closed and reopened in any order return to their original order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var scene = try Scene(seed % 2 == 0 ? "Ap Bp C D* E F G H" : "Ap B(g) C(g) D(g) E F*(h) G(h) H")
    let row = scene.browser.windows[0].tabs
    var units: [[TabID]] = []
    for _ in 0..<3 {
      let open = row.filter { scene.browser.tab($0) != nil }
      let unit = open.filter { _ in random.once(in: 3) }
      guard !unit.isEmpty, unit.count < open.count else { continue }
      try scene.perform(.closeTabs(unit.shuffled(using: &random)))
      units.append(unit)
    }
    for unit in units.reversed() {
      var left = unit.shuffled(using: &random)
      while let tab = left.popLast() {
        if random.once(in: 4) {
          try scene.perform(.reopen(nil))
          left = []
        } else {
          try scene.perform(.reopen(tab.event))
        }
        #expect(scene.browser.windows[0].tabs == row.filter { scene.browser.tab($0) != nil })
        #expect(scene.browser.brokenInvariants() == [])
      }
    }
    #expect(scene.browser.windows[0].tabs == row)
    #expect(scene.browser.closed.isEmpty)
  }

  @Test func `a reopened tab returns to its position in its moved group`() throws {
    var scene = try Scene("A B C(g) D(g) E(g) F*")
    try scene.perform(.closeTabs([scene.tab("D")]))
    try scene.perform(.move(scene.tab("A"), to: 4))
    #expect(scene.strip == "B C(g) E(g) F* A")
    try scene.perform(.reopen(nil))
    #expect(scene.strip == "B C(g) D*(g) E(g) F A")
  }

  @Test func `tabs of two windows that closed as one item return to their own windows`() throws {
    var scene = try Scene("A B*")
    let first = scene.browser.focusedWindow
    try scene.perform(.open(OpenTab(.named("C"), isInNewWindow: true)))
    try scene.perform(.open(OpenTab(.named("D"))))
    try scene.perform(.closeTabs([scene.tab("A"), scene.tab("D")]))
    #expect(scene.strips == "B* | C*")
    try scene.perform(.focusWindow(first))
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "A B* | C D*")
  }

  @Test func `a tab reopened in a window without the focus gives it the focus`() throws {
    var scene = try Scene("A B*")
    let first = scene.browser.focusedWindow
    try scene.perform(.closeTabs([scene.tab("B")]))
    try scene.perform(.openWindow())
    try scene.perform(.reopen(nil))
    #expect(scene.browser.focusedWindow == first)
    #expect(scene.strip == "A B*")
  }

  @Test func `reopening a window's last tab restores the window at its position`() throws {
    var scene = try Scene("A*")
    let window = scene.browser.focusedWindow
    let bounds = Window.Bounds(x: 10, y: 20, width: 640, height: 480)
    try scene.perform(.placeWindow(window, bounds: bounds, showState: .maximized))
    try scene.perform(.openWindow())
    try scene.perform(.closeTabs([scene.tab("A")]))
    let snapshot = scene.browser.snapshot()
    let readFound = Browser(snapshot: snapshot.span.bytes)
    let read = try #require(readFound)
    #expect(read.closed == scene.browser.closed)
    try scene.perform(.reopen(nil))
    #expect(scene.browser.focusedWindow == window)
    #expect(scene.strip == "A*")
    #expect(scene.browser.window(window)?.bounds == bounds)
    #expect(scene.browser.window(window)?.showState == .maximized)
    #expect(scene.browser.brokenInvariants() == [])
  }

  @Test func `tabs of a closed window return to the window of the first reopened tab`() throws {
    var scene = try Scene("A B* C D")
    let window = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    try scene.perform(.closeWindow(window))
    try scene.perform(.reopen(scene.tab("C").event))
    #expect(scene.strips == "new* | C*")
    try scene.perform(.reopen(nil))
    #expect(scene.strips == "new* | A B* C D")
    #expect(scene.browser.closed.isEmpty)
  }

  // MARK: Listed items

  @Test func `a tab that showed only the start page is not listed`() throws {
    var scene = try Scene("A*")
    try scene.perform(.open(OpenTab()))
    try scene.perform(.closeTabs([scene.tab("new")]))
    #expect(scene.strip == "A*")
    #expect(scene.browser.closed.isEmpty)
    #expect(scene.refusal(of: .reopen(nil))?.code == .nothingToDo)
    scene.undo()
    #expect(scene.strip == "A new*<A")
  }

  @Test func `a window of such tabs is not listed, unless one of them was asked to load`() throws {
    var scene = try Scene("A*")
    try scene.perform(.openWindow())
    try scene.perform(.closeWindow(scene.browser.focusedWindow))
    #expect(scene.browser.closed.isEmpty)
    try scene.perform(.open(OpenTab()))
    let tab = scene.tab("new'")
    try scene.perform(.startLoad(tab, .named("B", .typed)))
    try scene.perform(.closeTabs([tab]))
    #expect(scene.browser.closed.count == 1)
  }

  @Test func `a pinned tab at the start page is listed`() throws {
    var scene = try Scene("A*")
    try scene.perform(.open(OpenTab(isPinned: true)))
    try scene.perform(.closeTabs([scene.tab("new")]))
    try scene.perform(.reopen(nil))
    #expect(scene.strip == "new*p A")
  }

  @Test func `T7: a private window removes its closed items when it closes`() throws {
    var scene = try Scene("A B* C", isPrivate: true)
    let window = scene.browser.focusedWindow
    try scene.perform(.open(OpenTab(.named("D"), isInNewWindow: true)))
    try scene.perform(.open(OpenTab(.named("E"))))
    try scene.perform(.closeTabs([scene.tab("E")]))
    try scene.perform(.closeTabs([scene.tab("B")]))
    #expect(scene.browser.closed.count == 2)
    try scene.perform(.closeWindow(window))
    #expect(scene.browser.closed.map { $0.tabs.map(\.tab.id) } == [[scene.tab("E")]])
    try scene.perform(.closeTabs([scene.tab("D")]))
    #expect(scene.browser.closed.isEmpty)
  }
}
