import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Reports of changes by this store and by other processes, and cursors of observers.
@Suite(.serialized) struct ObservingTests {
  @Test func `a store's own changes are reported with their differences`() async throws {
    let store = try Store.inMemory()
    var changes = StoreChanges(of: store).makeAsyncIterator()
    let tab = try store.open("http://a.example/")
    let opened = try #require(try await changes.next())
    #expect(opened.changes == Browser().changes(to: store.browser))
    #expect(opened.changes.count == 3)
    #expect(opened.commits.map(\.batch) == [BatchID(1)])
    try store.perform(
      asOne: [.pin(tab, true), .mute(tab, true)], named: "hush", by: Origin(agent: "tidier"))
    let hushed = try #require(try await changes.next())
    #expect(hushed.changes == [.tab(tab, .pinned(true)), .tab(tab, .muted(true))])
    #expect(
      hushed.commits.map {
        "\($0.batch.rawValue) \($0.sequence.rawValue) \($0.agent ?? "") \($0.name ?? "")"
      }
        == ["3 4 tidier hush"])
    #expect(try hushed.state == store.readState())
  }

  @Test func `changes during a pause are combined, and so is an undo`() async throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    var changes = StoreChanges(of: store).makeAsyncIterator()
    try store.perform(.pin(tab, true))
    try store.perform(.mute(tab, true))
    try store.undo()
    let change = try #require(try await changes.next())
    #expect(change.changes == [.tab(tab, .pinned(true))])
    #expect(change.commits.map(\.batch.rawValue) == [3, 4, 5])
    try store.undo()
    #expect(try await changes.next()?.changes == [.tab(tab, .pinned(false))])
  }

  @Test(.timeLimit(.minutes(30)))
  func `events appended directly to a log in memory are reported too`() async throws {
    let store = try Store.inMemory()
    var changes = StoreChanges(of: store).makeAsyncIterator()
    let tab = try store.open("http://a.example/")
    _ = try await changes.next()
    var pinned = TabPinned()
    pinned.tab = tab
    pinned.isPinned = true
    try store.append(by: Origin(.import)) { batch in _ = try batch.append(.tab(.pinned(pinned))) }
    #expect(try await changes.next()?.changes == [.tab(tab, .pinned(true))])
  }

  @Test func `changes of another process are reported without polling`() async throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    try store.open("http://a.example/")
    var changes = StoreChanges(of: store, since: .nothing).makeAsyncIterator()
    #expect(try await changes.next()?.sequence == EventID(2))
    for round in Int32(1)...20 {
      #expect(try probe.ask("open http://b.example/") == "\(2 + round)")
      let change = try #require(try await changes.next())
      #expect(change.sequence == EventID(2 + round))
      #expect(change.commits.map(\.batch) == [BatchID(2 + round)])
    }
  }

  @Test func `the observation follows a log that was replaced`() async throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    try store.open("http://a.example/")
    var changes = StoreChanges(of: store).makeAsyncIterator()
    for round in Int32(1)...3 {
      let before = store.timeline.position
      try store.log.compact()
      #expect(try probe.ask("open http://b.example/") == "\(2 + round)")
      let change = try #require(try await changes.next())
      #expect(change.commits.map(\.batch.event) == [before.advanced(by: 1)])
    }
  }

  @Test func `a profile that is created later is observed`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/not/yet/there"
    let store = try Store(
      try EventLog(profile: path, access: .readWrite, making: .withFirstBatch)
    ) { 1_700_000_000_000 }
    var changes = StoreChanges(of: store).makeAsyncIterator()
    let watch = try ProfileWatch(of: path)
    #expect(!watch.wait(milliseconds: 0))
    let probe = try ProbeProcess("serve", path)
    #expect(try probe.ask("open http://b.example/") == "2")
    #expect(try await changes.next()?.state.browser.tabCount == 1)
  }

  @Test func `a commit is reported again once other processes can see it`() throws {
    let profile = try TestProfile()
    _ = try profile.store().open("http://a.example/")
    let watch = try ProfileWatch(of: profile.path)
    #expect(!watch.wait(milliseconds: 0))
    // Each commit writes this file last.
    let note = URL(filePath: profile.path + "/newest")
    let written = try Data(contentsOf: note)
    try FileHandle(forWritingTo: note).write(contentsOf: written)
    #expect(watch.wait(milliseconds: 10_000))
    #expect(!watch.wait(milliseconds: 0))
  }

  @Test func `a loop whose task is cancelled ends`() async throws {
    let task = Task {
      let store = try Store.inMemory()
      var count = 0
      for try await _ in StoreChanges(of: store, since: EventID(0)) { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test func `only some of very many commits are listed, but the difference is complete`() throws {
    let store = try Store.inMemory()
    var observer = try ChangeObserver(store)
    #expect(try observer.next(in: store) == nil)
    let tab = try store.open("http://a.example/")
    try store.perform(all: (0..<1_200).map { .mute(tab, $0 % 2 == 0) })
    try store.perform(.pin(tab, true))
    let change = try #require(try observer.next(in: store))
    #expect(change.commits.count == 1_000)
    #expect(change.commits.last?.sequence == EventID(1_203))
    #expect(change.changes == Browser().changes(to: store.browser))
    #expect(try observer.next(in: store) == nil)
  }

  // MARK: Cursors

  @Test func `a cursor continues where it stopped, at least once and without a gap`() throws {
    let profile = try TestProfile()
    var mirrored: [BatchID] = []
    for round in 0..<5 {
      let store = try profile.store()
      try store.open("http://\(round).example/")
      var observer = try ChangeObserver(store, since: try store.cursor(named: "mirror") ?? .nothing)
      let change = try #require(try observer.next(in: store))
      mirrored += change.commits.map(\.batch)
      // In every other round, the observer ends before it has acknowledged.
      if round % 2 == 0 { try store.acknowledge("mirror", through: change.sequence) }
    }
    #expect(mirrored.map(\.rawValue) == [1, 3, 3, 4, 5, 5, 6])
    let store = try profile.store()
    #expect(try store.cursor(named: "mirror") == EventID(6))
    #expect(try store.cursor(named: "other") == nil)
    try store.acknowledge("mirror", through: nil)
    #expect(try store.cursor(named: "mirror") == nil)
  }

  @Test func `compaction and forgetting preserve cursors, and any name is allowed`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.open("http://a.example/")
    try store.acknowledge("#1 mirror#", through: EventID(2))
    try store.log.compact()
    try store.forget(.site("a.example"))
    #expect(try store.cursor(named: "#1 mirror#") == EventID(2))
    for name in ["", String(repeating: "x", count: 101)] {
      #expect(
        try refusal { try store.acknowledge(name, through: EventID(2)) }?.code == .invalidValue)
    }
  }

  @Test func `a cursor after the newest event belongs to another history`() throws {
    let store = try Store.inMemory()
    try store.open()
    try store.acknowledge("mirror", through: EventID(99))
    #expect(try store.cursor(named: "mirror") == nil)
  }
}
