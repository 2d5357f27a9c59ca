import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// Batches of requests, joint actions, and what else programs need beside the commands.
@Suite struct JointServingTests {
  /// Returns the answers to messages, one for each line, without the greeting.
  private func lines(
    _ messages: String..., greeting: String = "", serving: [String] = []
  ) throws -> [String] {
    let hello =
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"tidier"\#(greeting)}}"#
    let run = try RetraceProcess.run(
      ["--memory"] + RetraceProcess.clock + ["serve"] + serving,
      input: ([hello] + messages).map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    return run.output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(#"{"jsonrpc":"2.0","id":0,"#) }
  }

  private func request(_ id: Int, _ method: String, _ parameters: String = "") -> String {
    ServingMessages.request(method, parameters, id: id)
  }

  // MARK: Batches

  @Test func `the responses of a batch are one array, in the order of the requests`() throws {
    let notification = #"{"jsonrpc":"2.0","method":"open","params":{"address":"a.example"}}"#
    let answers = try lines(
      "[\(notification),\(request(1, "stats")),7,\(request(2, "tabz")),[]]", "[\(notification)]",
      "[]", "[[]]", request(3, "tabs", #""fields":["url"]"#))
    #expect(answers.count == 4)
    let batch = try #require(
      try JSONSerialization.jsonObject(with: Data(answers[0].utf8)) as? [[String: Any]])
    #expect(batch.map { $0["id"] as? Int } == [1, nil, 2, nil])
    #expect(batch[0]["result"] != nil)
    #expect(
      batch[1...].map { ($0["error"] as? [String: Any])?["code"] as? Int }
        == [-32_600, -32_601, -32_600])
    #expect(answers[1].hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
    #expect(answers[2].hasPrefix(#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
    #expect(answers[3].components(separatedBy: "a.example").count == 3)
  }

  @Test func `a request of a batch can be cancelled before it begins`() throws {
    let answers = try lines(
      "[\(request(1, "open")),\(request(2, "open")),\(request(3, "cancel", #""id":2"#))]")
    #expect(answers.count == 1)
    #expect(answers[0].contains(#""id":2,"error":{"code":-32800"#))
    #expect(answers[0].contains(#""id":3,"result":{"cancelled":true}"#))
    #expect(answers[0].contains(#""id":1,"result":{"sequence":2"#))
  }

  // MARK: Joint actions

  @Test func `several commands are one action with a name, which one undo reverts`() throws {
    let commands =
      #""commands":[{"method":"pin","params":{"tab":2}},{"method":"mute","params":{"tab":[2,3]}}]"#
    let answers = try lines(
      request(1, "open", #""address":"a.example""#), request(2, "open", #""address":"b.example""#),
      request(3, "undoTitles"), request(4, "perform", #""name":"hush","key":"k",\#(commands)"#),
      request(5, "perform", #""name":"hush","key":"k",\#(commands)"#), request(6, "undoTitles"),
      request(7, "undo"), request(8, "undoTitles"),
      request(9, "tabs", #""fields":["pinned","muted"]"#))
    #expect(
      answers[2].hasSuffix(#""result":{"undo":"opened https://b.example/","redo":null}}"#),
      "\(answers[2])")
    #expect(answers[3].components(separatedBy: #""batch":4"#).count == 4, "\(answers[3])")
    #expect(answers[3].contains(#""batchName":"hush""#))
    #expect(answers[4].replacing(#""id":5"#, with: #""id":4"#) == answers[3])
    #expect(answers[5].hasSuffix(#""result":{"undo":"“hush”","redo":null}}"#))
    #expect(
      answers[7].hasSuffix(#""result":{"undo":"opened https://b.example/","redo":"“hush”"}}"#))
    #expect(answers[8].components(separatedBy: #"{"pinned":false,"muted":false}"#).count == 3)
  }

  @Test(arguments: [
    (
      #""commands":[{"method":"pin","params":{"tab":2}},{"method":"pin","params":{"tab":9}}]"#, "#9"
    ),
    (#""commands":[{"method":"pin","params":{"tab":2}},{"method":"undo"}]"#, "joint action"),
    (#""commands":[{"method":"pin","params":{"tab":2}},{"method":"tabs"}]"#, "“tabs” performs no"),
    (#""commands":[{"method":"forget","params":{"all":true,"yes":true}}]"#, "“forget” performs no"),
    (#""commands":[{"method":"compact"}]"#, "“compact” performs no"),
    (#""commands":[{"method":"backup","params":{"directory":"/x"}}]"#, "--allow-files"),
    (
      #""commands":[{"method":"page thumbnail","params":{"tab":2,"file":"/dev/zero"}}]"#,
      "--allow-files"
    ),
    (#""commands":[{"method":"pin","params":{"tab":2,"key":"k"}}]"#, "no parameter “key”"),
    (#""commands":[{"method":"perform"}]"#, "no method “perform”"),
    (#""commands":[{"method":"quit"}]"#, "Close the connection"),
    (#""commands":[{"params":{}}]"#, "needs a “method”"),
    (#""commands":[]"#, "must be a list"), (#""commands":7"#, "must be a list"),
    ("", "must be a list"),
    (#""name":"","commands":[{"method":"pin","params":{"tab":2}}]"#, "“name” must be"),
    (#""ifAt":2,"commands":[{"method":"pin","params":{"tab":"1"}}]"#, "needs an id"),
    (#""commands":[{"method":"page title","params":{"tab":2,"title":"T"}}]"#, "joint action"),
  ])
  func `a joint action that is rejected writes nothing`(
    _ parameters: String, _ reason: String
  ) throws {
    let answers = try lines(
      request(1, "open", #""address":"a.example""#), request(2, "perform", parameters),
      request(3, "tabs", #""fields":["pinned"]"#), request(4, "log", #""fields":["sequence"]"#))
    #expect(answers[1].contains(#""error""#))
    #expect(answers[1].contains(reason), "\(answers[1])")
    #expect(answers[2].contains(#"[{"pinned":false}]"#))
    #expect(answers[3].components(separatedBy: "sequence").count == 3)
  }

  @Test func `a joint action is performed on the branch that it names`() throws {
    let answers = try lines(
      request(1, "open"), request(2, "branch", #""name":"idea""#),
      request(
        3, "perform",
        #""branch":"idea","commands":[{"method":"pin","params":{"tab":2}}]"#),
      request(4, "tabs", #""fields":["pinned"]"#),
      request(5, "tabs", #""fields":["pinned"],"branch":"idea""#))
    #expect(answers[3].contains(#"[{"pinned":false}]"#))
    #expect(answers[4].contains(#"[{"pinned":true}]"#))
  }

  // MARK: Private windows

  @Test func `private windows are served to a program that asks for them and is alone`() throws {
    let open = request(1, "open", #""address":"p.example","private":true"#)
    let tabs = request(2, "tabs", #""all":true,"fields":["id","private"]"#)
    #expect(try lines(open, tabs).first?.contains(#"{\"private\":true}"#) == true)
    let answers = try lines(
      open, tabs, request(3, "pin", #""tab":-2"#), request(4, "log"),
      request(5, "subscribe", #""since":0"#), greeting: #","private":true"#)
    #expect(answers[0].contains(#""sequence":-2"#))
    #expect(answers[1].contains(#"{"id":-2,"private":true}"#))
    #expect(answers[2].contains(#""kind":"tab.pinned","tab":-2"#))
    #expect(answers[4].contains(#""result":{"sequence":0}"#))
    #expect(answers.count == 5)
  }

  // MARK: Windows and sessions

  @Test func `a program records the place of a window`() throws {
    let answers = try lines(
      request(1, "open"), request(2, "window place", #""window":1,"width":800"#),
      request(3, "window place", #""window":1,"left":-5,"top":0,"width":800,"height":600"#),
      request(4, "window place", #""window":1,"top":20,"state":"maximized""#),
      request(5, "windows", #""fields":["left","top","width","height","state"]"#),
      request(6, "window place", #""window":1"#), request(7, "undo"), request(8, "undoTitles"))
    #expect(answers[1].contains("also needs --left"))
    #expect(
      answers[4].contains(
        #"{"state":"maximized","left":-5,"top":20,"width":800,"height":600}"#), "\(answers[4])")
    #expect(answers[5].contains("needs --left, --top"))
  }

  @Test func `a front end learns that its last run crashed`() throws {
    let start = { request($0, "openSession", #""frontEnd":"test""#) }
    let answers = try lines(
      start(1), request(2, "endSession"), start(3), start(4),
      request(5, "open", #""address":"a.example""#), start(6), start(7),
      request(8, "openSession"))
    #expect(answers[0].contains(#""crashed":false,"suspect":false,"suspectTab":null"#))
    #expect(answers[2].contains(#""crashed":false"#))
    #expect(answers[3].contains(#""crashed":true,"suspect":false"#))
    #expect(answers[6].contains(#""crashed":true,"suspect":true"#))
    #expect(answers[7].contains("“frontEnd” must be"))
  }

  // MARK: The description

  @Test func `the methods are described before hello, with a summary for each parameter`() throws {
    let run = try RetraceProcess.run(
      ["--memory", "serve"], input: ServingMessages.request("rpc.discover") + "\n")
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let document = try #require(answer?["result"] as? [String: Any])
    let methods = try #require(document["methods"] as? [[String: Any]])
    #expect(methods.count > 100)
    for method in methods + (document["x-commands"] as? [[String: Any]] ?? []) {
      let parameters = try #require(method["params"] as? [[String: Any]])
      for described in [method] + parameters {
        let summary = described["summary"] as? String ?? ""
        #expect(
          summary.count > 3 && summary != summary.uppercased(),
          "\(method["name"] ?? "") \(described["name"] ?? ""): \(summary)")
      }
    }
    let shown = try RetraceProcess.run(["help", "--schema"])
    #expect(
      try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? NSDictionary
        == document as NSDictionary)
  }
}
