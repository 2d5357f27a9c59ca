import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Events of pages caused by an action are undone and redone with it.
@Suite struct ConsequenceTests {
  /// A tab in which a link was followed, and whose page then navigated by itself.
  private struct Scene {
    let store: Store
    let tab: TabID
    let before: ProfileState
    let act: BatchID

    init(_ store: Store, isPrivate: Bool = false) throws {
      self.store = store
      tab = try store.open("http://a.example/", isPrivate: isPrivate)
      before = try Self.state(store, isPrivate)
      let act = try store.perform(.go(tab, Destination("http://b.example/"))).events[0].batch
      self.act = act
      let second = try store.perform(
        .go(tab, Destination("http://c.example/")), by: Origin(.page, cause: act.event))
      // A consequence of this consequence also follows from the action.
      try store.perform(
        .go(tab, Destination("http://d.example/")),
        by: Origin(.page, cause: second.events[0].sequence))
    }

    static func state(_ store: Store, _ isPrivate: Bool) throws -> ProfileState {
      isPrivate ? ProfileState(browser: store.privateBrowser) : try store.readState()
    }
  }

  @Test(arguments: [false, true])
  func `a page's own navigation is undone with the action that caused it`(isPrivate: Bool) throws {
    let scene = try Scene(try Store.inMemory(), isPrivate: isPrivate)
    let store = scene.store
    let after = try Scene.state(store, isPrivate)
    let undone = try store.undo()
    #expect(undone.batch == scene.act)
    #expect(undone.performed.events.count == 3)
    #expect(try Scene.state(store, isPrivate).hasSameContent(as: scene.before))
    let redone = try store.redo()
    #expect(redone.batch == scene.act)
    #expect(redone.performed.events.count == 3)
    #expect(try Scene.state(store, isPrivate).hasSameContent(as: after))
    #expect(try refusal { try store.redo() }?.code == .nothingToDo)
  }

  @Test func `a later action of the user is separate, and remains`() throws {
    let scene = try Scene(try Store.inMemory())
    let store = scene.store
    let other = try store.open("http://e.example/")
    let pin = try store.perform(.pin(other, true), by: Origin(cause: scene.act.event))
    try store.undo(event: scene.act.event)
    #expect(store.browser.tab(other) != nil)
    #expect(store.timeline.undoneBatches.contains(scene.act))
    #expect(!store.timeline.undoneBatches.contains(pin.events[0].batch))
  }

  @Test func `a preview shows the same result`() throws {
    let scene = try Scene(try Store.inMemory())
    let preview = try #require(try scene.store.previewsOfUndo().first)
    #expect(preview.batches.count == 3)
    #expect(preview.lostCount == 0)
    try scene.store.undo()
    #expect(try scene.store.readState().hasSameContent(as: preview.state))
  }

  @Test func `a consequence that was undone separately before stays undone`() throws {
    let scene = try Scene(try Store.inMemory())
    let store = scene.store
    let last = try #require(try store.events().last)
    try store.undo(event: last.sequence)
    let before = try store.readState()
    try store.undo()
    try store.redo()
    #expect(try store.readState().hasSameContent(as: before))
  }

  @Test func `a repeated request with a key returns the previous result`() throws {
    let profile = try TestProfile()
    let scene = try Scene(try profile.store())
    let condition = Precondition(key: "once")
    let first = try scene.store.undo(.newest(1), if: condition).results
    let again = try scene.store.undo(.newest(1), if: condition).results
    #expect(first.map(\.batch) == [scene.act])
    #expect(again.map(\.batch) == first.map(\.batch))
    #expect(again.map { $0.performed.events.map(\.sequence) } == [[6, 7, 8].map { EventID($0) }])
  }

  @Test(arguments: 0..<30)
  func `undo and redo include all consequences of an action`(seed: Int) throws {
    let store = try Store.inMemory()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<25 {
      for _ in 0..<4 {
        let events = try store.events()
        let isPage = actions.random.once(in: 2)
        let cause =
          actions.random.once(in: 4) ? nil : events.suffix(8).randomElement(using: &actions.random)
        _ = try refusal {
          try store.perform(
            actions.next(try store.readState()),
            by: Origin(isPage ? .page : .user, cause: cause?.sequence ?? .nothing))
        }
      }
      let (before, undoneBefore) = (try store.readState(), store.timeline.undoneBatches)
      let events = try store.events()
      let count = 1 + actions.random.below(3)
      guard let acts = try? store.planOfUndo(.newest(count)).batches else { continue }
      let results = try store.undo(.newest(count)).results
      #expect(results.map(\.batch) == acts)
      let gone = store.timeline.undoneBatches.subtracting(undoneBefore)
      #expect(gone == Self.withConsequences(acts, events, without: undoneBefore))
      #expect(results.flatMap(\.performed.events).count == gone.count)
      #expect(try store.readState() == NaiveTimeline(try store.events()).state)
      guard actions.random.once(in: 2) else { continue }
      #expect(try store.redo(.newest(acts.count)).map(\.batch) == acts.reversed())
      #expect(store.timeline.undoneBatches == undoneBefore)
      #expect(try store.readState().hasSameContent(as: before))
    }
  }

  /// The definition: an automatic event belongs to the batch of its cause, recursively.
  private static func withConsequences(
    _ acts: [BatchID], _ events: [Event], without undone: Set<BatchID>
  ) -> Set<BatchID> {
    let batches = Dictionary(events.map { ($0.sequence, $0.batch) }) { first, _ in first }
    var with = Set(acts)
    var isGrowing = true
    while isGrowing {
      let more = events.filter {
        $0.actor == .page && batches[$0.cause].map { with.contains($0) } ?? false
      }
      let grown = with.union(more.map(\.batch))
      isGrowing = grown != with
      with = grown
    }
    let undoable = Set(events.filter(\.body.isUndoable).map(\.batch))
    return with.intersection(undoable).subtracting(undone)
  }
}
