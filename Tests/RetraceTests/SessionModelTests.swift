import Dispatch
import Observation
import Retrace
import TestSupport
import Testing

/// The model of a window.
@MainActor @Suite struct SessionModelTests {
  @Test func `all properties have their new values when a call returns`() async throws {
    let model = SessionModel.inMemory()
    #expect(!model.canUndo && !model.canRedo && model.moments.isEmpty)
    let tab = try await model.open("https://swift.org/")
    #expect(try model.session.tabs.map(\.id) == [tab])
    #expect(model.undoTitle == "opened https://swift.org/" && model.canUndo)
    try await model.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    #expect(model.undoTitle == "hush")
    try await model.undo()
    #expect(model.redoTitle == "hush" && model.canRedo)
    try await model.redo()
    #expect(model.redoTitle == nil)
    #expect(
      model.moments.map(\.label)
        == ["opened https://swift.org/", "hush", "undid: hush", "redid: hush"])
    let first = try await model.session(at: model.moments[0].moment)
    #expect(try first.tab(tab)?.isPinned == false)
    try await model.restore(model.moments[0].moment)
    #expect(try model.session.tab(tab)?.isPinned == false)
    let secret = try await model.open("https://secret.example/", isPrivate: true)
    #expect(try model.privateSession.tabs.map(\.id) == [secret])
    #expect(model.undoTitle == "opened https://secret.example/")
  }

  @Test func `an error is thrown, and the properties stay`() async throws {
    let model = SessionModel.inMemory()
    await #expect(throws: Refusal.self) { try await model.undo() }
    await #expect(throws: Refusal.self) { try await model.perform(.closeTabs([TabID(3)])) }
    #expect(try model.session.tabs.isEmpty && !model.canUndo)
  }

  @Test func `an agent is undone by its name`() async throws {
    let model = SessionModel.inMemory()
    let tab = try await model.open("https://swift.org/")
    try await model.perform(.pin(tab, true), by: Origin(agent: "tidier"))
    try await model.perform(.reportTitle(tab, "Swift"), by: Origin(.page))
    #expect(try await model.undo(agent: "tidier").results.count == 1)
    #expect(try model.session.tab(tab)?.isPinned == false)
    #expect(try model.session.tab(tab)?.title == "Swift")
  }

  @Test func `what other processes write is shown`() async throws {
    let folder = try TemporaryFolder()
    let model = try await SessionModel(profile: folder.profile)
    let probe = try ProbeProcess(program: "StoreProbe", arguments: ["serve", folder.profile, "0"])
    #expect(try probe.ask("open http://b.example/") == "2")
    for await urls in Observations({ try? model.session.tabs.map(\.url) })
    where urls == ["http://b.example/"] { break }
    #expect(model.undoTitle == "opened http://b.example/")
    #expect(model.moments.map(\.label) == ["opened http://b.example/"])
    #expect(model.observationError == nil)
  }

  @Test(.timeLimit(.minutes(30))) func `the main actor goes on while the store waits`() async throws
  {
    let model = SessionModel.inMemory()
    let gate = DispatchSemaphore(value: 0)
    let waiting = Task {
      try await model.withStore { store in
        gate.wait()
        return try store.open("https://swift.org/")
      }
    }
    // Unless the store has an actor of its own, the main actor now waits at the gate forever.
    await Task.yield()
    #expect(try model.session.tabs.isEmpty)
    gate.signal()
    let tab = try await waiting.value
    #expect(try model.session.tabs.map(\.id) == [tab])
  }

  @Test func `observers are notified once for each change`() async throws {
    let model = SessionModel.inMemory()
    var isNotified = false
    withObservationTracking {
      _ = model.moments
    } onChange: {
      MainActor.assumeIsolated { isNotified = true }
    }
    await #expect(throws: Refusal.self) { try await model.undo() }
    #expect(!isNotified)
    try await model.open("https://swift.org/")
    #expect(isNotified)
  }

  @Test(.timeLimit(.minutes(30))) func `a released model closes its profile`() async throws {
    let folder = try TemporaryFolder()
    var model: SessionModel? = try await SessionModel(profile: folder.profile)
    try await model?.open("https://swift.org/")
    model = nil
    // The actor of the store ends its work in a task of its own.
    var reopened: Store?
    while reopened == nil {
      await Task.yield()
      reopened = try? Store(profile: folder.profile)
    }
    #expect(try reopened?.session.tabs.map(\.url) == ["https://swift.org/"])
  }
}
