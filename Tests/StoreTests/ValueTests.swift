import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Custom values in a profile: forgetting, branches, devices and private windows.
@Suite struct ValueTests {
  private static let name = "app.key"
  private static let sentinel = Sentinel("qzkxj")

  private func value(_ owner: ValueOwner, _ store: Store) throws -> String? {
    let state = try store.readState()
    return try store.read { words in
      state.value(named: Self.name, of: owner, text: words)?.text
    }
  }

  private func set(_ text: String?, _ owner: ValueOwner, _ store: Store) throws {
    try store.perform(.setValue(owner, Self.name, text.map { Array($0.utf8) }))
  }

  static let scopes: [@Sendable (TabID, EventID) -> ForgettingScope] = [
    { _, _ in .site("qzkxj.example") }, { _, _ in .under("http://qzkxj.example/a") },
    { tab, _ in .tab(tab) }, { _, before in .between(before, .last) }, { _, _ in .everything },
  ]

  @Test(arguments: scopes.indices)
  func `a forgotten value is in no file`(_ index: Int) throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let kept = try store.open("http://kept.example/")
    try set("kept", .tab(kept), store)
    let before = store.browser.sequence
    let tab = try store.open("http://qzkxj.example/a")
    try set("see http://qzkxj.example/a", .tab(tab), store)
    let scope = Self.scopes[index](tab, before)
    let isOfTab = scope == .tab(tab)
    if !isOfTab { try set("{\"at\":\"http://qzkxj.example/a\"}", .profile, store) }
    let preview = try store.previewOfForgetting(scope)
    let forgetting = try store.forget(scope)
    #expect(preview.counts == forgetting.counts)
    #expect(forgetting.counts.values == (scope == .everything ? 3 : isOfTab ? 1 : 2))
    #expect(forgetting.counts.strings[.value] == forgetting.counts.values)
    #expect(try Self.sentinel.found(in: profile.path) == [])
    #expect(try value(.tab(tab), store) == nil)
    #expect(try value(.profile, store) == nil)
    #expect(try value(.tab(kept), store) == (scope == .everything ? nil : "kept"))
    let state = try store.readState()
    #expect(!state.browser.values.owners.contains(.tab(tab)))
    #expect(state.library.values.isEmpty)
    #expect(try state == NaiveTimeline(store.events()).state)
    try set("new", .tab(tab), store)
    #expect(try value(.tab(tab), store) == "new")
  }

  @Test func `a name that resembles a site is not a mention of the site`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://key.example/")
    try set("plain", .profile, store)
    try store.perform(.setValue(.profile, "key.example", Array("plain".utf8)))
    try store.forget(.site("key.example"))
    let state = try store.readState()
    #expect(state.library.values[.profile].count == 2)
    #expect(try value(.profile, store) == "plain")
    #expect(store.browser.tab(tab) != nil)
  }

  @Test func `a merge applies the values of the branch, and keeps conflicting ones`() throws {
    let store = try Store.inMemory()
    let (first, second) = (
      try store.open("http://a.example/"), try store.open("http://b.example/")
    )
    let window = store.browser.focusedWindow
    try set("base", .tab(first), store)
    try set("base", .tab(second), store)
    try set("base", .profile, store)
    let branch = BranchID(
      try store.branch("side", at: Moment(newest: store.browser.sequence)).sequence)
    try store.switchBranch(to: branch)
    try set("theirs", .tab(first), store)
    try set("theirs", .window(window), store)
    try set(nil, .tab(second), store)
    try set("theirs", .profile, store)
    let new = try store.open("http://new.example/")
    try set("theirs", .tab(new), store)
    try store.switchBranch(to: .nothing)
    try set("ours", .tab(first), store)
    let preview = try store.previewOfMerging(branch)
    #expect(preview.conflicts.map(\.subject) == [.tab(first)])
    #expect(preview.conflicts.map(\.reason) == [.changedOnBoth])
    try store.merge(branch)
    #expect(try value(.tab(first), store) == "ours")
    #expect(try value(.tab(second), store) == nil)
    #expect(try value(.window(window), store) == "theirs")
    #expect(try value(.profile, store) == "theirs")
    #expect(try value(.tab(new), store) == "theirs")
    try store.undo()
    #expect(try value(.tab(second), store) == "base")
    #expect(try value(.profile, store) == "base")
  }

  @Test func `devices share the values of the profile, and no others`() throws {
    let (desk, phone, _) = try SharingDevice.joined()
    let tab = try desk.store.open("http://desk.example/")
    try set("of a tab", .tab(tab), desk.store)
    try set("of the profile", .profile, desk.store)
    try desk.tell(phone)
    #expect(try value(.profile, phone.store) == "of the profile")
    #expect(phone.store.browser.values.isEmpty)
    let number = try #require(phone.store.timeline.devices.first { $0.number == 1 }).number
    let other = try #require(try phone.store.readDevice(number))
    let there = try #require(other.tabs.first).id
    let text = try phone.store.read { words in
      ProfileState(browser: other).value(named: Self.name, of: .tab(there), text: words)?.text
    }
    #expect(text == "of a tab")
    // The other device names the same value although it never saw the first one.
    try set("of the phone", .profile, phone.store)
    #expect(try phone.store.readLibrary().values[.profile].count == 1)
  }

  @Test func `an undo of another program's tab keeps a tab that has a value since`() throws {
    let store = try Store.inMemory()
    try store.open("http://a.example/")
    let opened = try store.perform(
      .open(OpenTab(Destination("http://b.example/"))), by: Origin(agent: "tidier"))
    let tab = try #require(opened.openedTab)
    try set("mine", .tab(tab), store)
    let undone = try store.undo(.program(ProgramActions(by: "tidier")))
    #expect(undone.plan.kept.map(\.batch) == [BatchID(opened.events[0].sequence)])
    #expect(try value(.tab(tab), store) == "mine")
  }

  @Test func `a value set under a precondition is refused if it changed meanwhile`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    let seen = store.browser.sequence
    try set("other", .profile, store)
    try store.perform(
      .setValue(.tab(tab), Self.name, [1]), if: Precondition(unchangedSince: seen))
    for owner in [ValueOwner.tab(tab), .profile] {
      let refusal = #expect(throws: Refusal.self) {
        try store.perform(
          .setValue(owner, Self.name, [2]), if: Precondition(unchangedSince: seen))
      }
      #expect(refusal?.code == .changedSince)
    }
  }

  @Test func `an old tab is reopened from the log with its values`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    try store.open("http://b.example/")
    try set("old", .tab(tab), store)
    try store.perform(.closeTabs([tab]))
    for _ in 0..<(Browser.closedLimit + 5) {
      try store.perform(.closeTabs([try store.open("http://other.example/")]))
    }
    #expect(store.browser.values.isEmpty)
    try store.reopen(tab.event)
    #expect(try value(.tab(tab), store) == "old")
  }
}
