import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import Server
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import CommandKit

/// An agent that makes random calls while the user acts.
@Suite(.timeLimit(.minutes(30))) struct HarmfulAgentTests {
  private static let steps =
    ProcessInfo.processInfo.environment["RETRACE_HARMFUL_CALLS"].flatMap { Int($0) } ?? 200

  /// A log in memory with a user and an agent.
  private struct Session {
    let store: Store
    let agent: AgentSession
    var actions: RandomActions
    var calls: RandomCalls

    init(seed: UInt64, _ access: AgentAccess) throws {
      var time: Int64 = 1_767_225_600_000
      store = try Store(EventLog()) {
        time += 1_000
        return time
      }
      let context = CommandContext(store: store, presentation: .init())
      agent = AgentSession(context, access, name: "harmful")
      actions = RandomActions(seed: seed)
      calls = RandomCalls(seed: seed &+ 1)
    }

    /// Lets the user and the agent act in turns.
    mutating func run(_ steps: Int) throws {
      for _ in 0..<steps {
        let action = actions.next(try store.readState())
        _ = try? store.perform(action, by: Origin(.user, run: 1))
        let (tool, arguments) = calls.next(store.browser)
        guard let tool = AgentTool.all.first(where: { $0.name == tool }) else { continue }
        let answer = agent.answer(tool, arguments)
        #expect(answer.lines.joined().count > 0)
        #expect(answer.result.bytes.count <= 25_000)
        if answer.isError {
          #expect(!answer.lines.joined(separator: " ").contains("--yes"), "\(answer.lines)")
        }
      }
    }

    /// All events of the log.
    func events() throws -> [Event] {
      var events: [Event] = []
      try store.visitLog(isPrivate: false) { event, _ in
        events.append(copy event)
        return true
      }
      return events
    }
  }

  @Test(arguments: 0..<4)
  func `an agent that proposes changes nothing of the user's session`(seed: UInt64) throws {
    var session = try Session(seed: seed, AgentAccess())
    try session.run(Self.steps)
    let events = try session.events()
    let number = session.agent.run.number
    let others = events.filter { $0.batchRun != number }
    #expect(others.count < events.count)
    #expect(try session.store.readState().hasSameContent(as: NaiveTimeline(others).state))
  }

  @Test(arguments: 0..<4)
  func `undoing the run of an agent leaves what the preview said`(seed: UInt64) throws {
    var access = AgentAccess()
    access.mayAct = true
    (access.seesClosed, access.seesBookmarks, access.seesHistory) = (true, true, true)
    var session = try Session(seed: seed &* 7_919, access)
    try session.run(Self.steps)
    let agent = session.agent
    let first = try #require(agent.run.first)
    let events = try session.events()
    let scope: [(name: String, value: JSON)] = [
      ("by", .string("harmful")), ("run", .integer(Int64(first.rawValue))),
    ]
    let preview = try agent.client.result(of: "undo", scope + [("dry-run", .bool(true))])
    let going = Set(
      (preview["batches"]?.elements ?? []).compactMap { $0.integer }.map {
        BatchID(EventID(Int32($0)))
      })
    let kept = Set(
      (preview["kept"]?.elements ?? []).compactMap { $0["batch"]?.integer }.map {
        BatchID(EventID(Int32($0)))
      })
    #expect(going.isDisjoint(with: kept))
    // The session without the actions that the preview lists, by the definition of the fold.
    let expected = NaiveTimeline(events, skipping: going).state
    let tool = try #require(AgentTool.all.first { $0.name == "undo" })
    let answer = agent.answer(tool, .object([]))
    #expect(!answer.isError || going.isEmpty, "\(answer.lines)")
    #expect(try session.store.readState().hasSameContent(as: expected))
    // Everything else that the agent did is kept, and was announced as kept.
    let naive = NaiveTimeline(try session.events())
    let number = agent.run.number
    let acted = Set(
      events.filter { $0.batchRun == number && $0.body.isUndoable && !$0.body.isUndoOrRedo }.map(
        \.batch))
    let remaining = acted.subtracting(naive.undoneBatches)
    #expect(remaining.isSubset(of: kept))
  }
}
