import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// A session with 10,000 tabs.
@Suite(.timeLimit(.minutes(30))) struct AgentLargeSessionTests {
  @Test func `every answer is at most 25 kB`() throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    let agent = try AgentConnection(
      "--scope", "act+closed+bookmarks+history", profile: folder.profile)
    let calls = [
      ("overview", "{}"), ("tabs", "{}"), ("tabs", #"{"limit":200}"#),
      ("tabs", #"{"words":"page 99","limit":200}"#), ("tabs", #"{"only":"duplicate","limit":200}"#),
      ("find", #"{"words":"page","limit":200}"#), ("visits", #"{"limit":200}"#),
      ("log", #"{"limit":200}"#), ("tab", #"{"tab":2}"#), ("diff", #"{"from":0,"limit":200}"#),
      ("close_duplicates", #"{"preview":true}"#), ("moments", "{}"),
      (
        "change_tab",
        #"{"tabs":[\#((3...300).map(String.init).joined(separator: ","))],"muted":true}"#
      ),
      ("close", #"{"tabs":[\#((1_000...1_900).map(String.init).joined(separator: ","))]}"#),
      ("closed", #"{"limit":200}"#), ("undo", #"{"preview":true}"#), ("undo", "{}"),
    ]
    for (tool, arguments) in calls {
      let start = ContinuousClock.now
      let answer = try agent.call(tool, arguments)
      LongRun.tell("\(tool): \(agent.lastBytes) bytes, \(ContinuousClock.now - start)")
      #expect(answer.isError == false, "\(tool): \(answer.text)")
      #expect(agent.lastBytes <= 25_000, "\(tool)")
    }
    for resource in ["overview", "log", "moments", "window/1", "tab/2"] {
      let answer = try agent.ask("resources/read", [("uri", .string("retrace://\(resource)"))])
      #expect(answer["result"] != nil)
      #expect(agent.lastBytes <= 25_000, "\(resource)")
    }
    var cursor: String?
    var ids: Set<Int64> = []
    repeat {
      let next = cursor.map { #","cursor":"\#($0)""# } ?? ""
      let answer = try agent.call("tabs", #"{"limit":200\#(next)}"#)
      ids.formUnion(answer.ids("tabs"))
      cursor = answer["next"]?.string
    } while cursor != nil
    #expect(ids.count == 10_000)
  }

  private func fill(_ folder: TemporaryFolder) throws {
    let log = try EventLog(profile: folder.profile, access: .readWrite, making: .withFirstBatch)
    let store = try Store(log) { 1_767_225_600_000 }
    var actions: [Action] = []
    for number in 0..<10_000 {
      let long = String(repeating: "x", count: number % 200)
      actions.append(
        .open(
          OpenTab(
            Destination("https://host\(number % 50).example/page/\(number % 9_000)/\(long)?q=1"))))
    }
    try store.perform(asOne: actions)
  }
}
