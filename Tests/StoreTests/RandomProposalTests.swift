import BrowserModel
import RetraceEventLog
import RetraceTimeline
import TestSupport
import Testing

@testable import RetraceStore

/// Random actions of a user next to the branch of a program, and approvals of all or some of its
/// changes, compared with a definition that looks at each thing separately.
@Suite(.timeLimit(.minutes(30))) struct RandomProposalTests {
  private static let agent = Origin(agent: "tidier", run: 7)

  @Test(arguments: 0..<UInt64(LongRun.proposals))
  func `an approval is the merge of each thing, and one undo reverts it`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0x9E37)
    let store = try Store(EventLog()) { 1_700_000_000_000 }
    var actions = RandomActions(seed: seed)
    func act(_ count: Int, by origin: Origin) throws {
      for _ in 0..<count {
        let action = actions.next(try store.readState())
        // A smaller limit shortens histories that are merged later.
        if case .set(.historyLimit, _) = action { continue }
        if action.isPrivate { continue }
        do { try store.perform(action, by: origin) } catch is Refusal {}
      }
    }
    try act(30, by: Origin())
    guard store.timeline.position.exists else { return }
    let fork = try store.readState()
    let branch = BranchID(try store.branch("work", by: Self.agent).sequence)
    try store.switchBranch(to: branch)
    try act(15, by: Self.agent)
    let theirs = try store.readState()
    guard let proposed = try proposal(of: branch, in: store) else { return }
    // The program continues, and this is not part of the proposal.
    try act(3, by: Self.agent)
    try store.switchBranch(to: .nothing)
    try act(15, by: Origin())
    let present = try store.readState()
    let selection = selection(fork, theirs, &random)
    let preview = try store.previewOfApproving(proposed, only: selection)
    do {
      try store.approve(
        proposed, only: selection, digest: store.previewOfApproving(proposed).digest)
    } catch let refusal as Refusal where refusal.code == .nothingToDo {
      #expect(preview.state.hasSameContent(as: present))
      return
    }
    let result = try store.readState()
    // A preview refers to the event of the branch that set a setting.
    let others = preview.state.changes(to: result).filter { change in
      if case .setting = change { false } else { true }
    }
    #expect(others == [])
    #expect(result.brokenInvariants().isEmpty)
    #expect(try NaiveTimeline(store.events()).state == result)
    expectMerged(fork, theirs, present, result, selection)
    try store.undo()
    #expect(try store.readState().hasSameContent(as: present))
    #expect(try store.proposals(at: 1_700_000_000_000).first?.state == .waiting)
  }

  private func proposal(of branch: BranchID, in store: Store) throws -> EventID? {
    do {
      return try store.propose(branch, as: "tidy", by: Self.agent).events.first?.sequence
    } catch let refusal as Refusal where refusal.code == .nothingToDo {
      return nil
    }
  }

  /// Returns some of the changed things without contents, or nil for everything.
  private func selection(
    _ fork: ProfileState, _ theirs: ProfileState, _ random: inout SplitMix64
  ) -> Set<MergeConflict.Thing>? {
    guard random.once(in: 2) else { return nil }
    let changed = Set(fork.changes(to: theirs).compactMap(\.mergedThing)).filter { thing in
      switch thing {
      case .tab, .defaultZoom, .siteZoom, .setting: true
      case .window, .group, .bookmark, .profile: false
      }
    }
    let some = changed.sorted { "\($0)" < "\($1)" }.filter { _ in random.once(in: 2) }
    return some.isEmpty ? nil : Set(some)
  }

  /// Expects each thing to be as the three states define it.
  private func expectMerged(
    _ fork: ProfileState, _ theirs: ProfileState, _ present: ProfileState, _ result: ProfileState,
    _ selection: Set<MergeConflict.Thing>?
  ) {
    func isSelected(_ thing: MergeConflict.Thing) -> Bool { selection?.contains(thing) ?? true }
    let ids = Set([fork, theirs, present, result].flatMap { $0.browser.tabs.map(\.id) })
    for id in ids.sorted() {
      let tabs = [fork, theirs, present].map { $0.browser.tab(id) }
      let merged = result.browser.tab(id)
      guard isSelected(.tab(id)) else {
        #expect(merged?.history == tabs[2]?.history, "tab #\(id.rawValue)")
        #expect(merged?.isPinned == tabs[2]?.isPinned && merged?.window == tabs[2]?.window)
        #expect(merged?.isMuted == tabs[2]?.isMuted)
        #expect(merged?.temporaryZoom == tabs[2]?.temporaryZoom)
        continue
      }
      switch (tabs[0], tabs[1], tabs[2]) {
      case (nil, let theirs?, nil):
        #expect(merged?.history == theirs.history, "tab #\(id.rawValue)")
        #expect(merged?.isMuted == theirs.isMuted && merged?.isPinned == theirs.isPinned)
      case (let former?, nil, let present?):
        let isUsed = present.pages != former.pages
        #expect((merged != nil) == isUsed, "tab #\(id.rawValue)")
      case (let former?, let theirs?, let present?):
        let expected = present.pages == former.pages ? theirs : present
        #expect(merged?.history == expected.history, "tab #\(id.rawValue)")
        #expect(merged?.isMuted == Self.merged(former.isMuted, theirs.isMuted, present.isMuted))
        #expect(
          merged?.temporaryZoom
            == Self.merged(former.temporaryZoom, theirs.temporaryZoom, present.temporaryZoom))
      default:
        #expect(merged?.history == tabs[2]?.history, "tab #\(id.rawValue)")
      }
    }
    if isSelected(.defaultZoom) {
      #expect(
        result.browser.zoom.default
          == Self.merged(
            fork.browser.zoom.default, theirs.browser.zoom.default, present.browser.zoom.default))
    } else {
      #expect(result.browser.zoom.default == present.browser.zoom.default)
    }
    guard selection == nil else {
      #expect(result.library.bookmarks == present.library.bookmarks)
      return
    }
    for former in fork.library.bookmarks.all {
      guard let theirs = theirs.library.bookmarks[former.id],
        let present = present.library.bookmarks[former.id]
      else { continue }
      let merged = result.library.bookmarks[former.id]
      #expect(merged?.title == Self.merged(former.title, theirs.title, present.title))
      #expect(merged?.url == Self.merged(former.url, theirs.url, present.url))
      #expect(merged?.note == Self.merged(former.note, theirs.note, present.note))
    }
  }

  /// The value of the side that changed it, or the present value.
  private static func merged<Value: Equatable>(
    _ former: Value, _ theirs: Value, _ present: Value
  ) -> Value {
    present == former ? theirs : present
  }
}

extension Tab {
  /// The pages with their titles and scroll positions, and the current one.
  fileprivate var pages: TabPages { TabPages(entries: entries, index: index) }

  /// The pages of the tab and the current one.
  fileprivate var history: TabHistory {
    TabHistory(entries: entries.map { [$0.id.event, $0.content] }, index: index)
  }
}

private struct TabPages: Equatable {
  let entries: ContiguousArray<HistoryEntry>
  let index: Int
}

private struct TabHistory: Equatable {
  let entries: [[EventID]]
  let index: Int
}
