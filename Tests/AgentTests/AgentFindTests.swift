import BrowserModel
import Notation
import RetraceEventLog
import RetraceStore
import Server
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue

/// The tool `find`, compared with the command.
@Suite struct AgentFindTests {
  @Test(arguments: 0..<8)
  func `find lists the rows of the command that the agent may see`(rights: Int) throws {
    var time: Int64 = 1_767_225_600_000
    let store = try Store(EventLog()) {
      time += 1_000
      return time
    }
    var actions = RandomActions(seed: UInt64(rights))
    for _ in 0..<300 {
      _ = try? store.perform(actions.next(try store.readState()), by: Origin(.user, run: 1))
    }
    var access = AgentAccess()
    access.seesClosed = rights & 1 != 0
    access.seesBookmarks = rights & 2 != 0
    access.seesHistory = rights & 4 != 0
    let agent = AgentSession(
      CommandContext(store: store, presentation: .init()), access, name: "finder")
    let tool = try #require(AgentTool.all.first { $0.name == "find" })
    var places: Set<String> = []
    for words in ["example", "a", "b", "example a"] {
      let all = try agent.client.result(
        of: "find", [("words", .string(words)), ("limit", .integer(200))])
      let rows = all["found"]?.elements ?? []
      let seen = rows.filter { row in
        switch row["place"]?.string {
        case "closed": access.seesClosed
        case "bookmark": access.seesBookmarks
        case "visit": access.seesHistory
        default: true
        }
      }
      let answer = agent.answer(
        tool, .object([("words", .string(words)), ("limit", .integer(30))]))
      #expect(!answer.isError)
      let found = answer.members.first { $0.name == "found" }?.value.elements ?? []
      #expect(found.map(identity) == seen.prefix(30).map(identity))
      let total = answer.members.first { $0.name == "total" }?.value
      #expect(total == (seen.count == rows.count ? all["total"] : .integer(Int64(seen.count))))
      places.formUnion(rows.compactMap { $0["place"]?.string })
    }
    #expect(places.count > 1, "\(places)")
  }

  private func identity(_ row: JSON) -> [JSON?] {
    [row["place"], row["id"], row["tab"] ?? row["tabId"], row["time"]].map { value in
      value == .null ? nil : value
    }
  }
}
