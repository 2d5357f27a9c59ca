import BrowserModel
import TestSupport
import Testing

/// Custom values of tabs, windows, groups and the profile.
struct ValueTests {
  private static let name = "app.key"

  private func value(_ owner: ValueOwner, _ scene: Scene, named name: String = name) -> [UInt8]? {
    scene.driver.state.value(named: name, of: owner, text: scene.driver.log)?.bytes
  }

  /// Returns a scene in which a window, a tab, a group and the profile have a value each.
  private func scene() throws -> (scene: Scene, owners: [ValueOwner]) {
    var scene = try Scene("A* B(g)")
    let owners: [ValueOwner] = [
      .profile, .window(scene.browser.focusedWindow), .tab(scene.tab("A")),
      .group(scene.group("g")),
    ]
    for (number, owner) in owners.enumerated() {
      try scene.perform(.setValue(owner, Self.name, [UInt8(number)]))
    }
    return (scene, owners)
  }

  @Test func `every owner has values of its own`() throws {
    let (scene, owners) = try scene()
    #expect(owners.map { value($0, scene) } == [[0], [1], [2], [3]])
    #expect(value(.tab(scene.tab("B")), scene) == nil)
  }

  @Test func `a value is replaced, removed, and back after an undo`() throws {
    var (scene, owners) = try scene()
    for owner in owners {
      let before = scene.driver.state
      try scene.perform(.setValue(owner, Self.name, Array("new".utf8)))
      #expect(value(owner, scene) == Array("new".utf8))
      try scene.perform(.setValue(owner, Self.name, nil))
      #expect(value(owner, scene) == nil)
      scene.undo()
      scene.undo()
      #expect(scene.driver.state.hasSameContent(as: before))
    }
  }

  @Test(
    arguments: [
      [], [0], Array("text\u{0}\n“ü”".utf8), [0xFF], [0xC3], Array(0...255),
      Array(repeating: 0x80, count: ValueTable.largestValue),
    ] as [[UInt8]])
  func `any bytes can be stored`(bytes: [UInt8]) throws {
    var scene = try Scene("A*")
    try scene.perform(.setValue(.tab(scene.tab("A")), Self.name, bytes))
    #expect(value(.tab(scene.tab("A")), scene) == bytes)
  }

  @Test func `a value is at most 64 KiB long`() throws {
    let scene = try Scene("A*")
    let bytes = [UInt8](repeating: 0x61, count: ValueTable.largestValue + 1)
    #expect(scene.refusal(of: .setValue(.profile, Self.name, bytes))?.code == .tooLong)
  }

  @Test(
    arguments: [
      ("app.key", true), ("a.b.c", true), ("A-1._", true), ("key", false), ("", false),
      (".", false), ("app.", false), (".key", false), ("app..key", false), ("app key.x", false),
      ("äpp.key", false), ("a." + String(repeating: "x", count: 98), true),
      ("a." + String(repeating: "x", count: 99), false),
    ])
  func `a name has two or more parts of letters and digits`(name: String, isAllowed: Bool) throws {
    let scene = try Scene("A*")
    let refusal = scene.refusal(of: .setValue(.profile, name, []))
    #expect(refusal?.code == (isAllowed ? nil : .invalidValue))
  }

  @Test func `an owner has at most 100 values`() throws {
    var scene = try Scene("A* B")
    let owner = ValueOwner.tab(scene.tab("A"))
    for number in 0..<ValueTable.largestCount {
      try scene.perform(.setValue(owner, "app.\(number)", []))
    }
    #expect(scene.refusal(of: .setValue(owner, "app.more", []))?.code == .notAllowed)
    #expect(scene.refusal(of: .setValue(owner, "app.1", [1])) == nil)
    #expect(scene.refusal(of: .setValue(.tab(scene.tab("B")), "app.more", [])) == nil)
    let names = scene.driver.state.values(of: owner, text: scene.driver.log).map(\.name)
    #expect(names == (0..<100).map { "app.\($0)" }.sorted())
  }

  @Test func `values close with their tab and come back with it`() throws {
    var (scene, _) = try scene()
    let tab = scene.tab("A")
    try scene.perform(.closeTabs([tab]))
    #expect(value(.tab(tab), scene) == [2])
    #expect(scene.browser.closed.last?.tabs.first?.values.count == 1)
    #expect(scene.refusal(of: .setValue(.tab(tab), Self.name, []))?.code == .noSuchTab)
    try scene.perform(.reopen(nil))
    #expect(value(.tab(tab), scene) == [2])
  }

  @Test func `values close with their window and group and come back with them`() throws {
    var (scene, owners) = try scene()
    try scene.perform(.closeWindow(scene.browser.focusedWindow))
    #expect(scene.browser.windows.isEmpty)
    try scene.perform(.reopen(nil))
    #expect(owners.map { value($0, scene) } == [[0], [1], [2], [3]])
  }

  @Test func `the values of a group disappear when its last tab leaves`() throws {
    var (scene, owners) = try scene()
    try scene.perform(.ungroup([scene.tab("B")]))
    #expect(scene.browser.values.owners == Array(owners[1...2]))
  }

  @Test func `the values of a window disappear when its last tab leaves`() throws {
    var scene = try Scene("A*")
    let first = scene.browser.focusedWindow
    try scene.perform(.setValue(.window(first), Self.name, []))
    try scene.perform(.setValue(.tab(scene.tab("A")), Self.name, []))
    try scene.perform(.openWindow())
    try scene.perform(
      .move(scene.tab("A"), to: 0, window: scene.browser.focusedWindow))
    #expect(scene.browser.values.owners == [.tab(scene.tab("A"))])
  }

  @Test func `the values of a closed tab are dropped with its closed item`() throws {
    var (scene, owners) = try scene()
    try scene.perform(.closeTabs([scene.tab("A")]))
    for _ in 0..<Browser.closedLimit {
      #expect(scene.browser.values.owners == Array(owners[1...]))
      let events = try scene.perform(.open(OpenTab(.named("x"))))
      let tab = try #require(events.first { $0.subject?.tab != nil }?.subject?.tab)
      try scene.perform(.closeTabs([tab]))
    }
    #expect(scene.browser.values.owners == [owners[1], owners[3]])
  }

  @Test func `a copy of a tab has the same values`() throws {
    var (scene, _) = try scene()
    try scene.perform(.duplicate(scene.tab("A")))
    #expect(value(.tab(scene.tab("A'")), scene) == [2])
    try scene.perform(.setValue(.tab(scene.tab("A'")), Self.name, [9]))
    #expect(value(.tab(scene.tab("A")), scene) == [2])
  }

  @Test func `a restoration brings back the values of the earlier moment`() throws {
    var (scene, owners) = try scene()
    let past = scene.driver.state
    try scene.perform(.setValue(owners[1], Self.name, nil))
    try scene.perform(.setValue(owners[2], Self.name, [8]))
    try scene.perform(.setValue(owners[3], "app.other", [8]))
    try scene.perform(.setValue(.profile, Self.name, [8]))
    try scene.perform(.restore(Restoration(of: past)))
    #expect(owners.map { value($0, scene) } == [[8], [1], [2], [3]])
    #expect(scene.browser.values == past.browser.values)
    try scene.perform(.restore(Restoration(of: past, [.values])))
    #expect(value(.profile, scene) == [0])
    #expect(
      scene.refusal(of: .restore(Restoration(of: past, [.windows, .values])))?.code
        == .nothingToDo)
  }

  @Test func `a restored tab has its values, even if it is no longer listed`() throws {
    var (scene, owners) = try scene()
    let past = scene.driver.state
    let tab = scene.tab("A")
    let closing = try #require(scene.browser.closing(tab))
    try scene.perform(.closeTabs([tab]))
    for _ in 0...Browser.closedLimit {
      let events = try scene.perform(.open(OpenTab(.named("x"))))
      let other = try #require(events.first { $0.subject?.tab != nil }?.subject?.tab)
      try scene.perform(.closeTabs([other]))
    }
    #expect(value(owners[2], scene) == nil)
    var copy = scene
    try copy.perform(.restore(Restoration(of: past, [.tab(tab)])))
    #expect(value(owners[2], copy) == [2])
    try scene.perform(.restoreTab(closing))
    #expect(value(owners[2], scene) == [2])
  }

  @Test func `a snapshot contains the values`() throws {
    let (scene, _) = try scene()
    let snapshot = scene.browser.snapshot()
    #expect(Browser(snapshot: snapshot.span.bytes) == scene.browser)
    let library = scene.driver.library.snapshot()
    #expect(Library(snapshot: library.span.bytes) == scene.driver.library)
  }

  @Test func `a value of the future is not restored`() throws {
    var (scene, owners) = try scene()
    let before = scene.driver.state
    var body = ValueSet()
    body.owner = owners[2]
    body.key = ValueKey(name: Self.name)
    body.source = scene.browser.sequence.advanced(by: 5)
    scene.append(.value(.set(body)))
    #expect(scene.driver.state.hasSameContent(as: before))
  }

  @Test func `changes name the owner and the events`() throws {
    var (scene, owners) = try scene()
    let before = scene.driver.state
    let new = try scene.perform(.setValue(owners[2], "app.other", [1]))[0].sequence
    let former = before.browser.values[owners[1], ValueKey(name: Self.name)]
    try scene.perform(.setValue(owners[1], Self.name, nil))
    let own = before.library.values[.profile, ValueKey(name: Self.name)]
    let latter = try scene.perform(.setValue(.profile, Self.name, [9]))[0].sequence
    #expect(
      before.changes(to: scene.driver.state) == [
        .value(owners[1], from: former, to: .nothing),
        .value(owners[2], from: .nothing, to: new),
        .value(.profile, from: own, to: latter),
      ])
  }
}
