import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// Restoring resets things to their state at a moment, in one batch that undo reverts exactly.
struct RestoreTests {
  @Test(arguments: 0..<60)
  func `all windows, tabs and groups are restored exactly`(chunk: Int) throws {
    for seed in 0..<20 {
      var scene = try Scene(seed: UInt64(chunk * 20 + seed))
      let before = scene.driver.browser
      guard try scene.restore([.windows]) else {
        #expect(WindowsAsTheyAre(before) == WindowsAsTheyAre(scene.past.browser))
        continue
      }
      let restored = scene.driver.browser
      try #require(
        WindowsAsTheyAre(restored) == WindowsAsTheyAre(scene.past.browser),
        "seed \(chunk * 20 + seed)")
      #expect(restored.zoom == before.zoom)
      #expect(restored.settings == before.settings)
      let closed = Set(restored.closed.flatMap { $0.tabs.map(\.tab.id) })
      let past = Set(scene.past.browser.tabs.map(\.id))
      #expect(before.tabs.map(\.id).allSatisfy { past.contains($0) || closed.contains($0) })
      expectUntouched(before, restored)
    }
  }

  /// A tab that was open with the same history still shows its page.
  private func expectUntouched(_ before: Browser, _ restored: Browser) {
    for tab in restored.tabs {
      guard let former = before.tab(tab.id), former.entries == tab.entries,
        former.index == tab.index
      else {
        #expect(tab.status == .discarded)
        continue
      }
      #expect(tab.status == former.status)
      #expect(tab.wanted == former.wanted)
      #expect(tab.pending == former.pending)
    }
  }

  @Test(arguments: 0..<40)
  func `one window is restored exactly, and nothing is lost`(chunk: Int) throws {
    for seed in 0..<20 {
      var scene = try Scene(seed: UInt64(2_000 + chunk * 20 + seed))
      guard let window = scene.anyWindow() else { continue }
      let before = scene.driver.browser
      guard try scene.restore([.window(window)]) else { continue }
      let restored = scene.driver.browser
      try #require(
        WindowsAsTheyAre(restored, only: window)
          == WindowsAsTheyAre(scene.past.browser, only: window),
        "seed \(2_000 + chunk * 20 + seed)")
      expectNothingLost(before, restored)
    }
  }

  @Test(arguments: 0..<40)
  func `missing tabs are restored, and the others are unchanged`(chunk: Int) throws {
    for seed in 0..<20 {
      var scene = try Scene(seed: UInt64(3_000 + chunk * 20 + seed))
      let before = scene.driver.browser
      guard try scene.restore([.missingTabs]) else { continue }
      let restored = scene.driver.browser
      for tab in scene.past.browser.tabs where before.tab(tab.id) == nil {
        let present = try #require(restored.tab(tab.id))
        #expect(present.entries == tab.entries)
        #expect(present.index == tab.index)
        #expect(present.window == tab.window)
      }
      for tab in before.tabs { #expect(restored.tab(tab.id)?.entries == tab.entries) }
      #expect(restored.tabCount == Set((before.tabs + scene.past.browser.tabs).map(\.id)).count)
    }
  }

  @Test(arguments: 0..<40)
  func `one tab is restored exactly`(chunk: Int) throws {
    for seed in 0..<20 {
      var scene = try Scene(seed: UInt64(4_000 + chunk * 20 + seed))
      guard let tab = scene.anyTab() else { continue }
      let before = scene.driver.browser
      guard try scene.restore([.tab(tab.id)]) else { continue }
      let present = try #require(scene.driver.browser.tab(tab.id))
      #expect(present.entries == tab.entries)
      #expect(present.index == tab.index)
      #expect(present.window == tab.window)
      #expect(present.isPinned == tab.isPinned)
      #expect(present.isMuted == tab.isMuted)
      expectNothingLost(before, scene.driver.browser)
    }
  }

  @Test(arguments: 0..<40)
  func `bookmarks, zoom and settings are restored exactly`(chunk: Int) throws {
    for seed in 0..<20 {
      var scene = try Scene(seed: UInt64(5_000 + chunk * 20 + seed))
      let before = scene.driver.state
      guard try scene.restore([.bookmarks, .zoom, .settings]) else { continue }
      let restored = scene.driver.browser
      #expect(scene.driver.library.bookmarks == scene.past.library.bookmarks)
      #expect(restored.zoom.default == scene.past.browser.zoom.default)
      #expect(restored.zoom.sites.set.map(\.name) == scene.past.browser.zoom.sites.set.map(\.name))
      #expect(
        restored.zoom.sites.set.map(\.level) == scene.past.browser.zoom.sites.set.map(\.level))
      #expect(restored.settings.historyLimit == scene.past.browser.settings.historyLimit)
      for name in Settings.Name.allCases {
        #expect(
          scene.driver.state.settings(with: name).value(of: name, text: scene.driver.log)
            == scene.past.settings(with: name).value(of: name, text: scene.driver.log))
      }
      #expect(WindowsAsTheyAre(restored) == WindowsAsTheyAre(before.browser))
    }
  }

  @Test func `the present moment and things that did not exist are refused`() throws {
    var driver = ModelDriver()
    try driver.perform(.openWindow())
    let present = driver.state
    #expect(throws: Refusal.self) { try driver.perform(.restore(Restoration(of: present))) }
    for part in [Restoration.Part.window(WindowID(77)), .tab(TabID(77))] {
      #expect(throws: Refusal.self) {
        try driver.perform(.restore(Restoration(of: present, [part])))
      }
    }
  }

  @Test func `restoring the empty start closes everything`() throws {
    var driver = ModelDriver()
    try driver.perform(.openWindow())
    try driver.perform(.open(OpenTab()))
    try driver.perform(.restore(Restoration(of: ProfileState())))
    #expect(driver.browser.windows.isEmpty)
    #expect(driver.browser.closed.map(\.kind) == [.window])
  }

  private func expectNothingLost(_ before: Browser, _ restored: Browser) {
    let closed = restored.closed.flatMap { $0.tabs.map(\.tab.id) }
    let kept = Set(closed + restored.tabs.map(\.id))
    #expect(before.tabs.map(\.id).allSatisfy { kept.contains($0) })
  }

  /// A random log, and a random moment of that log.
  private struct Scene {
    var driver: ModelDriver
    let past: ProfileState
    private var random: SplitMix64

    init(seed: UInt64) throws {
      let log = RandomLog(seed: seed, length: 60)
      random = SplitMix64(seed: seed)
      driver = log.driver
      // The batches of the restoration must not be undone before they exist.
      for batch in driver.timeline.undoneBatches where batch.event >= driver.log.next {
        driver.append(naming: batch, isUndo: false)
      }
      let point = EventID(Int32(random.below(driver.events.count + 1)))
      var past = driver.timeline.moment(Moment(newest: point), driver.log)
      self.past = past.readState(driver.log)
    }

    mutating func anyWindow() -> WindowID? {
      past.browser.windowOrder.isEmpty ? nil : random.pick(past.browser.windowOrder)
    }

    mutating func anyTab() -> Tab? {
      past.browser.tabs.isEmpty ? nil : random.pick(past.browser.tabs)
    }

    /// Restores, and checks the rules of every restoration. Returns false if there is nothing to
    /// do.
    mutating func restore(_ parts: [Restoration.Part]) throws -> Bool {
      let before = driver.state
      let restoration = Action.restore(Restoration(of: past, parts))
      do {
        try driver.perform(restoration)
      } catch {
        try #require(error.code == .nothingToDo)
        return false
      }
      let restored = driver.state
      #expect(restored.brokenInvariants() == [])
      #expect(
        throws: Refusal(
          .nothingToDo,
          parts == [.windows] ? "Everything is as it was then." : "That part is as it was then.")
      ) {
        try driver.perform(restoration)
      }
      driver.undo()
      #expect(driver.state.hasSameContent(as: before))
      driver.redo()
      #expect(driver.state.hasSameContent(as: restored))
      return true
    }
  }

  /// The properties of windows, tabs and groups that are restored.
  private struct WindowsAsTheyAre: Equatable {
    var order: [WindowID] = []
    var windows: [[TabID]] = []
    var bounds: [Window.Bounds] = []
    var showStates: [Window.ShowState] = []
    var pinnedCounts: [Int] = []
    var focused = WindowID.nothing
    var groups: [TabGroup] = []
    var rows: [ContiguousArray<HistoryEntry>] = []
    var indexes: [Int] = []
    var tabs: [[Int]] = []

    init(_ browser: Browser, only wanted: WindowID? = nil) {
      for window in browser.windows where wanted == nil || wanted == window.id {
        order.append(window.id)
        windows.append(window.tabs + [window.activeTab])
        bounds.append(window.bounds)
        showStates.append(window.showState)
        pinnedCounts.append(window.pinnedCount)
        for tab in window.tabs.compactMap({ browser.tab($0) }) {
          rows.append(tab.entries)
          indexes.append(tab.entries.isEmpty ? 0 : tab.index)
          // If only one window is restored, the opener may be missing.
          let opener = wanted == nil ? Int(tab.opener?.rawValue ?? 0) : 0
          tabs.append([
            Int(tab.group?.rawValue ?? 0), tab.isPinned ? 1 : 0, tab.isMuted ? 1 : 0, opener,
            Int(tab.temporaryZoom.hundredths), Int(tab.kept?.rawValue ?? 0),
          ])
        }
      }
      if wanted == nil { focused = browser.focusedWindow }
      groups = browser.groups.filter { wanted == nil || wanted == $0.window }
    }
  }
}
