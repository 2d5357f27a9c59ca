import BrowserModel
import RetraceEventLog
import RetraceTimeline
import TestSupport
import Testing

@testable import RetraceStore

/// Proposals of programs, and the answers of the user.
@Suite(.timeLimit(.minutes(30))) struct ProposalTests {
  private static let agent = Origin(agent: "tidier", run: 7)
  private static let other = Origin(agent: "sorter", run: 8)
  private static let start: Int64 = 1_700_000_000_000
  private static let day: Int64 = 86_400_000

  /// A store with three tabs of the user, and a branch on which the program has closed the first tab,
  /// pinned the second and opened another.
  private struct Scene {
    let store: Store
    let clock: TestClock
    let tabs: [TabID]
    let new: TabID
    let branch: BranchID

    init(profile: TestProfile? = nil) throws {
      let clock = TestClock(start)
      let log = try profile.map { try EventLog(profile: $0.path, access: .readWrite) }
      let store = try Store(log ?? EventLog()) { clock.milliseconds }
      let tabs = try ["a", "b", "c"].map { try store.open("http://\($0).example/") }
      branch = BranchID(try store.branch("work", by: agent).sequence)
      try store.switchBranch(to: branch)
      try store.perform(.closeTabs([tabs[0]]), by: agent)
      try store.perform(.pin(tabs[1], true), by: agent)
      new = try #require(
        try store.perform(.open(OpenTab(Destination("http://new.example/"))), by: agent).openedTab)
      try store.switchBranch(to: .nothing)
      (self.store, self.clock, self.tabs) = (store, clock, tabs)
    }

    /// Makes a proposal, and returns its id.
    @discardableResult
    func propose(
      _ name: String = "tidy", saying words: String = "", by origin: Origin = agent
    ) throws -> EventID {
      try #require(
        try store.propose(branch, as: name, saying: words, by: origin).events.first
      ).sequence
    }

    var urls: [String] {
      get throws {
        let browser = store.browser
        return try store.read { words in browser.tabs.map { browser.url(of: $0, text: words) } }
      }
    }

    func state(_ id: EventID) throws -> Proposal.State? {
      try store.proposals(at: clock.milliseconds).first { $0.id == id }?.state
    }
  }

  @Test func `a proposal lists its author and its words, and changes nothing`() throws {
    let scene = try Scene()
    let before = try scene.store.readState()
    let id = try scene.propose(saying: "Close a,\nand pin b.")
    #expect(try scene.store.readState().hasSameContent(as: before))
    let proposals = try scene.store.proposals(at: Self.start)
    #expect(
      proposals == [
        Proposal(
          id: id, name: "tidy", words: "Close a,\nand pin b.", agent: "tidier", run: 7,
          branch: scene.branch, target: .nothing, milliseconds: Self.start,
          expires: Self.start + 7 * Self.day, state: .waiting, answer: nil)
      ])
    #expect(try scene.store.proposal(named: "tidy", at: Self.start) == proposals[0])
    #expect(try scene.store.proposal(named: "tid", at: Self.start) == nil)
  }

  @Test func `an approval is one action with the name of the proposal`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let before = try scene.store.readState()
    let preview = try scene.store.previewOfApproving(id)
    #expect(preview.present == before)
    #expect(preview.conflicts == [])
    let commit = try scene.store.approve(id, digest: preview.digest)
    #expect(try scene.store.readState().hasSameContent(as: preview.state))
    #expect(
      try scene.urls == ["http://b.example/", "http://c.example/", "http://new.example/"])
    #expect(scene.store.browser.tabs.map(\.isPinned) == [true, false, false])
    #expect(scene.store.browser.tab(scene.new) != nil)
    #expect(Set(commit.events.map(\.batch)).count == 1)
    #expect(commit.events.first.flatMap { commit.string($0.batchName) } == "tidy")
    #expect(try scene.state(id) == .approved)
    try scene.store.undo()
    #expect(try scene.store.readState().hasSameContent(as: before))
    #expect(try scene.state(id) == .waiting)
    try scene.store.redo()
    #expect(try scene.state(id) == .approved)
    #expect(try scene.store.readState().hasSameContent(as: preview.state))
    #expect(try refusal { try scene.store.approve(id) }?.code == .nothingToDo)
  }

  @Test func `a part is approved, and the rest is not proposed again`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let only: Set<MergeConflict.Thing> = [.tab(scene.tabs[1])]
    #expect(try scene.store.previewOfApproving(id, only: only).state.browser.tabCount == 3)
    try scene.store.approve(id, only: only)
    #expect(
      try scene.urls == ["http://b.example/", "http://a.example/", "http://c.example/"])
    #expect(scene.store.browser.tabs.map(\.isPinned) == [true, false, false])
    try scene.store.switchBranch(to: scene.branch)
    try scene.store.perform(.mute(scene.tabs[2], true), by: Self.agent)
    try scene.store.switchBranch(to: .nothing)
    let second = try scene.propose("more")
    let preview = try scene.store.previewOfApproving(second)
    #expect(preview.state.browser.tabCount == 3)
    #expect(preview.state.browser.tab(scene.tabs[2])?.isMuted == true)
  }

  @Test func `a group or a window includes its tabs`() throws {
    let scene = try Scene()
    let store = scene.store
    try store.switchBranch(to: scene.branch)
    try store.perform(.group([scene.tabs[2], scene.new], title: "g"), by: Self.agent)
    let group = try #require(store.browser.groups.first?.id)
    try store.switchBranch(to: .nothing)
    let id = try scene.propose()
    let state = try store.previewOfApproving(id, only: [.group(group)]).state.browser
    #expect(state.groups.map(\.count) == [2])
    #expect(state.tabCount == 4)
    #expect(state.tabs.map(\.isPinned) == [false, false, false, false])
    let window = store.browser.focusedWindow
    let all = try store.previewOfApproving(id, only: [.window(window)]).state
    #expect(all.hasSameContent(as: try store.previewOfApproving(id).state))
    #expect(
      try refusal { try store.previewOfApproving(id, only: [.bookmark(BookmarkID(5))]) }
        == Refusal(.invalidValue, "The proposal does not change bookmark #5."))
  }

  @Test func `later changes of the branch are not part of the proposal`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    try scene.store.switchBranch(to: scene.branch)
    try scene.store.perform(.closeTabs([scene.tabs[2]]), by: Self.agent)
    try scene.store.switchBranch(to: .nothing)
    try scene.store.approve(id)
    #expect(scene.store.browser.tab(scene.tabs[2]) != nil)
    let second = try scene.propose("rest")
    try scene.store.approve(second)
    #expect(scene.store.browser.tab(scene.tabs[2]) == nil)
  }

  @Test func `an approval is refused if its effects are not what was shown`() throws {
    let changes: [(Scene) throws -> Void] = [
      { try $0.store.perform(.go($0.tabs[0], Destination("http://later.example/"))) },
      { try $0.store.perform(.pin($0.tabs[0], true)) },
      { try $0.store.perform(.mute($0.tabs[1], true)) },
      { try $0.store.perform(.closeTabs([$0.tabs[1]])) },
      { try $0.store.perform(.closeTabs([$0.tabs[0]])) },
    ]
    for (number, change) in changes.enumerated() {
      let scene = try Scene()
      let id = try scene.propose()
      let digest = try scene.store.previewOfApproving(id).digest
      try change(scene)
      let event = scene.store.browser.sequence
      let before = try scene.store.readState()
      let refused = try refusal { try scene.store.approve(id, digest: digest) }
      #expect(refused?.code == .changedSince, "change \(number)")
      let tab = [0, 0, 1, 1, 0][number]
      #expect(
        refused?.message.contains("tab #\(scene.tabs[tab].rawValue)") == true,
        "\(refused?.message ?? "")")
      #expect(refused?.events.isEmpty == false && refused!.events.allSatisfy { $0 <= event })
      #expect(try scene.store.readState() == before)
      try scene.store.approve(id, digest: scene.store.previewOfApproving(id).digest)
    }
  }

  @Test func `unrelated changes do not affect the digest`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let digest = try scene.store.previewOfApproving(id).digest
    try scene.store.open("http://later.example/")
    try scene.store.perform(.move(scene.tabs[2], to: 0))
    try scene.store.perform(.select(scene.tabs[1]))
    try scene.store.perform(.zoomDefault(ZoomLevel(percent: 125)))
    try scene.store.approve(id, digest: digest)
    #expect(scene.store.browser.tab(scene.tabs[0]) == nil)
  }

  @Test func `a proposal that only changes the order is approved`() throws {
    let store = try Store.inMemory()
    let tabs = try ["a", "b", "c"].map { try store.open("http://\($0).example/") }
    let branch = BranchID(try store.branch("work", by: Self.agent).sequence)
    try store.switchBranch(to: branch)
    try store.perform(.move(tabs[2], to: 0), by: Self.agent)
    try store.switchBranch(to: .nothing)
    let id = try #require(try store.propose(branch, as: "x", by: Self.agent).events.first).sequence
    let digest = try store.previewOfApproving(id).digest
    try store.approve(id, only: [.tab(tabs[2])], digest: digest)
    #expect(store.browser.tabs.map(\.id) == [tabs[2], tabs[0], tabs[1]])
  }

  @Test func `only the approved part must be what was shown`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let digest = try scene.store.previewOfApproving(id).digest
    try scene.store.perform(.pin(scene.tabs[0], true))
    try scene.store.approve(id, only: [.tab(scene.tabs[1])], digest: digest)
    #expect(scene.store.browser.tab(scene.tabs[0])?.isPinned == true)
    #expect(scene.store.browser.tab(scene.tabs[1])?.isPinned == true)
  }

  @Test func `a digest of something else is refused`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let digest = try scene.store.previewOfApproving(id).digest
    let hash = digest.split(separator: "-")[1]
    for text in ["", "x", "-", "0-\(hash)", "1-\(hash)", "99-\(hash)", digest + "0", "\(hash)"] {
      #expect(
        try refusal { try scene.store.approve(id, digest: text) }?.code == .invalidValue, "\(text)")
    }
  }

  @Test func `only the user answers, and only the author withdraws`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    let store = scene.store
    #expect(try refusal { try store.approve(id, by: Self.agent) }?.code == .notAllowed)
    #expect(try refusal { try store.decline(id, by: Self.other) }?.code == .notAllowed)
    #expect(try refusal { try store.withdraw(id) }?.code == .notAllowed)
    #expect(try refusal { try store.withdraw(id, by: Self.other) }?.code == .notAllowed)
    try store.withdraw(id, by: Origin(agent: "tidier", run: 9))
    #expect(try scene.state(id) == .withdrawn)
    #expect(try refusal { try store.withdraw(id, by: Self.agent) }?.code == .nothingToDo)
    #expect(try refusal { try store.decline(id) }?.code == .nothingToDo)
    let second = try scene.propose()
    try store.decline(second)
    #expect(try scene.state(second) == .declined)
    #expect(try refusal { try store.approve(second) }?.code == .nothingToDo)
    #expect(try refusal { try store.approve(EventID(1)) }?.code == .noSuchProposal)
  }

  @Test func `a second proposal replaces the first`() throws {
    let scene = try Scene()
    let first = try scene.propose("one")
    #expect(try refusal { try scene.propose("one", by: Self.other) }?.code == .invalidValue)
    let second = try scene.propose("two")
    #expect(try scene.state(first) == .withdrawn)
    let third = try scene.propose("two")
    #expect(try scene.state(second) == .withdrawn)
    #expect(try scene.state(third) == .waiting)
    #expect(try scene.store.proposal(named: "two", at: Self.start)?.id == third)
  }

  @Test func `a proposal expires, depending on the setting`() throws {
    let scene = try Scene()
    let id = try scene.propose()
    scene.clock.milliseconds += 7 * Self.day - 1
    #expect(try scene.state(id) == .waiting)
    scene.clock.milliseconds += 1
    #expect(try scene.state(id) == .expired)
    #expect(try refusal { try scene.store.approve(id) }?.message.contains("expired") == true)
    try scene.store.perform(.set(.proposalDays, "8"))
    #expect(try scene.state(id) == .waiting)
    for value in ["0", "-1", "3651", "x", ""] {
      #expect(
        try refusal { try scene.store.perform(.set(.proposalDays, value)) }?.code == .invalidValue)
    }
    try scene.store.approve(id)
  }

  @Test func `what cannot be proposed or approved is refused`() throws {
    let scene = try Scene()
    let store = scene.store
    func code(_ branch: BranchID, _ name: String, _ words: String = "") throws -> Refusal.Code? {
      try refusal { try store.propose(branch, as: name, saying: words, by: Self.agent) }?.code
    }
    #expect(try code(.nothing, "x") == .notAllowed)
    #expect(try code(BranchID(99), "x") == .noSuchBranch)
    #expect(try code(scene.branch, "") == .invalidValue)
    #expect(try code(scene.branch, "a b") == .invalidValue)
    #expect(try code(scene.branch, String(repeating: "x", count: 101)) == .tooLong)
    #expect(try code(scene.branch, "x", String(repeating: "x", count: 1_001)) == .tooLong)
    let empty = BranchID(try store.branch("empty").sequence)
    #expect(try code(empty, "x") == .nothingToDo)
    let id = try scene.propose()
    try store.switchBranch(to: scene.branch)
    #expect(try refusal { try store.approve(id) }?.code == .notAllowed)
    try store.switchBranch(to: .nothing)
    try store.merge(scene.branch)
    #expect(try refusal { try store.approve(id) }?.code == .nothingToDo)
    try store.decline(id)
  }

  @Test func `a proposal of a branch of a branch changes that branch`() throws {
    let scene = try Scene()
    let store = scene.store
    try store.switchBranch(to: scene.branch)
    let inner = BranchID(try store.branch("inner", by: Self.agent).sequence)
    try store.switchBranch(to: inner)
    try store.perform(.mute(scene.tabs[2], true), by: Self.agent)
    let id = try #require(
      try store.propose(inner, as: "inner-work", by: Self.agent).events.first
    ).sequence
    #expect(try store.proposals(at: Self.start).map(\.target) == [scene.branch])
    try store.switchBranch(to: scene.branch)
    try store.approve(id)
    #expect(store.browser.tab(scene.tabs[2])?.isMuted == true)
    try store.switchBranch(to: .nothing)
    #expect(store.browser.tab(scene.tabs[2])?.isMuted == false)
  }

  @Test func `proposals and undone approvals survive a new opening with a checkpoint`() throws {
    let profile = try TestProfile()
    var proposals: [Proposal] = []
    do {
      let scene = try Scene(profile: profile)
      let first = try scene.propose("one", saying: "words")
      try scene.store.approve(first)
      try scene.store.undo()
      try scene.propose("two", by: Self.other)
      proposals = try scene.store.proposals(at: Self.start)
      #expect(proposals.map(\.state) == [.waiting, .waiting])
      let mutes = (0..<3_000).map { Action.mute(scene.tabs[2], $0.isMultiple(of: 2)) }
      try scene.store.perform(all: mutes)
    }
    let again = try profile.store()
    #expect(again.openedAt.exists)
    #expect(try again.proposals(at: Self.start) == proposals)
    try again.approve(proposals[1].id)
    #expect(again.browser.tabCount == 3)
  }

  @Test func `a forgotten site disappears from the words of a proposal`() throws {
    let scene = try Scene()
    let id = try scene.propose("tidy", saying: "Closes http://a.example/ today.")
    try scene.store.forget(.site("a.example"))
    let proposal = try #require(try scene.store.proposals(at: Self.start).first)
    #expect(proposal.id == id)
    #expect(!proposal.words.contains("a.example"), "\(proposal.words)")
    try scene.store.forget(.everything)
    let forgotten = try #require(try scene.store.proposals(at: Self.start).first)
    #expect(forgotten.name == "#\(id.rawValue)")
    #expect(forgotten.words == "")
  }

  @Test func `a repeat under a key writes nothing`() throws {
    let scene = try Scene()
    let key = Precondition(key: "propose-1")
    let first = try scene.store.propose(scene.branch, as: "tidy", by: Self.agent, if: key)
    let repeated = try scene.store.propose(scene.branch, as: "tidy", by: Self.agent, if: key)
    #expect(repeated.events.map(\.sequence) == first.events.map(\.sequence))
    #expect(try scene.store.proposals(at: Self.start).count == 1)
    let id = try #require(first.events.first).sequence
    let approved = try scene.store.approve(id, if: Precondition(key: "approve-1"))
    #expect(
      try scene.store.approve(id, if: Precondition(key: "approve-1")).sequence == approved.sequence)
  }
}

/// A clock that the test sets.
private final class TestClock {
  var milliseconds: Int64
  init(_ milliseconds: Int64) { self.milliseconds = milliseconds }
}
