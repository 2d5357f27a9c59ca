import CommandKit
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Server

/// `retrace serve` for programs that share a profile with the user.
@Suite struct SharedServingTests {
  /// Returns the parsed answers to requests, by their ids from 1, and the notifications.
  private func serve(
    _ requests: (method: String, parameters: String)..., name: String = "tidier",
    options: [String] = ["--memory"], serving: [String] = []
  ) throws -> (answers: [[String: Any]], notifications: [[String: Any]]) {
    let hello =
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"\#(name)"}}"#
    let lines = requests.enumerated().map { place, request in
      ServingMessages.request(request.method, request.parameters, id: place + 1)
    }
    let run = try RetraceProcess.run(
      options + RetraceProcess.clock + ["serve"] + serving,
      input: ([hello] + lines).map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    let messages = try run.output.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    let answers = messages.filter { $0["id"] != nil && $0["id"] as? Int != 0 }
    return (answers, messages.filter { $0["id"] == nil })
  }

  private func rows(_ answer: [String: Any], _ member: String = "tabs") -> [[String: Any]] {
    (answer["result"] as? [String: Any])?[member] as? [[String: Any]] ?? []
  }

  private func message(_ answer: [String: Any]) -> String {
    (answer["error"] as? [String: Any])?["message"] as? String ?? ""
  }

  // MARK: Moments and branches

  @Test func `a request reads another moment or branch, and the next one reads the present`() throws
  {
    let (answers, _) = try serve(
      ("open", #""address":"a.example""#), ("open", #""address":"b.example""#),
      ("tabs", #""at":2"#), ("tabs", ""), ("branch", #""name":"idea","point":2"#),
      ("tabs", #""branch":"idea""#), ("open", #""address":"c.example","branch":"idea""#),
      ("tabs", #""branch":"idea""#), ("tabs", ""), ("tabs", #""at":"-1","branch":"idea""#),
      ("close", #""tabs":[2],"at":2"#), ("switch", #""name":"idea","branch":"main""#),
      ("tabs", #""branch":"nowhere""#), ("tabs", #""at":-1"#), ("switch", #""name":"idea""#),
      ("tabs", ""), ("tabs", #""branch":"main""#), ("tabs", ""))
    func urls(_ place: Int) -> String {
      rows(answers[place - 1]).map { String(($0["url"] as? String ?? "").dropFirst(8).prefix(1)) }
        .joined()
    }
    #expect(urls(3) == "a")
    #expect(urls(4) == "ab")
    #expect(urls(6) == "a")
    #expect(urls(8) == "ac")
    #expect(urls(9) == "ab")
    #expect(urls(10) == "a")
    #expect(message(answers[10]).contains("The past cannot be changed"))
    #expect(message(answers[11]).contains("“switch” has no parameter “branch”"))
    #expect(message(answers[12]).contains("There is no branch “nowhere”"))
    #expect(message(answers[13]).contains("“at” must be the number of an event"))
    #expect(urls(16) == "ac")
    #expect(urls(17) == "ab")
    #expect(urls(18) == "ac")
  }

  @Test func `a failed request at another moment leaves the client in the present`() throws {
    let (answers, _) = try serve(
      ("open", #""address":"a.example""#), ("tab", #""tab":9,"at":"start""#),
      ("tabs", #""window":"9","at":"start""#), ("pin", #""tab":2"#), ("tabs", ""))
    #expect(answers[1]["error"] != nil)
    #expect(answers[2]["error"] != nil)
    #expect(rows(answers[4]).map { $0["pinned"] as? Bool } == [true])
  }

  @Test func `event 0 is the start`() throws {
    let (answers, notifications) = try serve(
      ("open", #""address":"a.example""#), ("undo", #""by":"tidier","since":0,"dry-run":true"#),
      ("undo", ##""by":"tidier","since":"#0","dry-run":true"##), ("tabs", #""at":0"#),
      ("subscribe", #""since":0"#))
    #expect(answers[1]["result"] != nil)
    #expect(answers[2]["result"] != nil)
    #expect(answers[3]["result"] != nil)
    #expect(rows(answers[3]).isEmpty)
    #expect(notifications.count == 1)
  }

  // MARK: Lists

  @Test func `a list has parts, which are bound to the moment at which it began`() throws {
    let opens = (1...5).map { ("open", #""address":"\#($0).example""#) }
    let (first, _) = try serve(
      opens[0], opens[1], opens[2], opens[3], opens[4], ("tabs", #""limit":2,"all":true"#))
    let result = try #require(first[5]["result"] as? [String: Any])
    #expect(rows(first[5]).compactMap { $0["id"] as? Int } == [2, 3])
    #expect(result["total"] as? Int == 5)
    let next = try #require(result["next"] as? String)
    let (answers, _) = try serve(
      opens[0], opens[1], opens[2], opens[3], opens[4], ("close", #""tabs":[2]"#),
      ("tabs", #""limit":2,"all":true,"after":"\#(next)""#), ("tabs", #""after":"\#(next)""#),
      ("tabs", #""after":"7""#), ("tabs", #""limit":0"#), ("tabs", #""limit":1,"after":"6:9""#),
      ("open", #""address":"6.example","limit":1"#), ("tabs", #""after":"6:1","at":3"#))
    #expect(rows(answers[6]).compactMap { $0["id"] as? Int } == [4, 5])
    let rest = try #require(answers[7]["result"] as? [String: Any])
    #expect(rows(answers[7]).compactMap { $0["id"] as? Int } == [4, 5, 6])
    #expect(rest["total"] as? Int == 5)
    #expect(rest["next"] == nil)
    #expect(message(answers[8]).contains("“after” must be the “next”"))
    #expect(message(answers[9]).contains("“limit” must be a whole number of 1 or more"))
    #expect(rows(answers[10]).isEmpty)
    #expect(message(answers[11]).contains("“open” has no parameter “limit”"))
    #expect(message(answers[12]).contains("cannot be combined"))
  }

  @Test func `a request selects the members of the rows`() throws {
    let (answers, _) = try serve(
      ("open", #""address":"a.example""#), ("tabs", #""fields":["url","id"],"limit":9"#),
      ("log", #""limit":1,"fields":["kind"]"#), ("tabs", #""fields":["adress"]"#),
      ("tabs", #""fields":[]"#), ("stats", #""fields":["id"]"#),
      ("bookmarks", #""fields":["id"]"#), ("windows", #""limit":1"#), ("groups", #""limit":1"#),
      ("bookmarks", #""limit":1"#))
    #expect(rows(answers[1]).count == 1)
    #expect(rows(answers[1]).first?.keys.sorted() == ["id", "url"])
    #expect(rows(answers[2], "events").first?.keys.sorted() == ["kind"])
    #expect(message(answers[3]).contains("The rows have no member “adress”. They have id, "))
    #expect(message(answers[4]).contains("“fields” must be a list of names."))
    #expect(message(answers[5]).contains("has no rows"))
    #expect(answers[6]["result"] != nil)
    for answer in answers[7...] {
      #expect((answer["result"] as? [String: Any])?["total"] is Int, "\(answer)")
    }
  }

  // MARK: Names and runs

  @Test(arguments: [
    ("", "1 to 40 characters"), (String(repeating: "x", count: 41), "1 to 40 characters"),
    ("user", "reserved"), ("Page", "reserved"), ("policy", "reserved"), ("import", "reserved"),
    ("engine", "reserved"),
  ])
  func `a name that is too long or means an actor is rejected`(
    _ name: String, _ reason: String
  ) throws {
    let hello =
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"\#(name)"}}"#
    let served = try RetraceProcess.run(
      ["--memory", "serve"], input: hello + "\n" + ServingMessages.request("tabs") + "\n")
    #expect(served.output.contains(reason), "\(served.output)")
    #expect(served.output.contains("Say hello first"))
    guard !name.isEmpty else { return }
    let run = try RetraceProcess.run(["--memory", "--as", name, "tabs"])
    #expect(run.status == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
  }

  @Test func `a run has a number, which commits contain and a new connection can continue`() throws
  {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.profile]
    func hello(_ run: String = "") -> String {
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"agent"\#(run)}}"#
    }
    func serve(_ lines: String...) throws -> [String] {
      let run = try RetraceProcess.run(
        profile + ["serve"], input: lines.map { $0 + "\n" }.joined())
      return run.output.split(separator: "\n").map(String.init)
    }
    let first = try serve(hello(), ServingMessages.request("open", #""address":"a.example""#))
    let match = try #require(first[0].firstMatch(of: #/"run":(\d+)}/#))
    let run = String(match.1)
    let second = try serve(
      hello(#","run":\#(run)"#), ServingMessages.request("open", #""address":"b.example""#),
      ServingMessages.request("subscribe", #""since":0"#))
    #expect(second[0].contains(#""run":\#(run)}"#))
    let commits = try #require(second.last)
    #expect(commits.components(separatedBy: #""agent":"agent","run":\#(run)}"#).count == 3)
    _ = try serve(hello(), ServingMessages.request("undo", #""by":"agent""#))
    #expect(try RetraceProcess.run(profile + ["tabs"]).output == "No tab is open.\n")
    #expect(try serve(hello(#","run":0"#))[0].contains("“run” must be the number of a run."))
  }

  // MARK: Notifications

  @Test func `a notification names the branch, and commits on other branches`() throws {
    let (_, notifications) = try serve(
      ("open", #""address":"a.example""#), ("branch", #""name":"idea""#), ("subscribe", ""),
      ("open", #""address":"b.example","branch":"idea""#))
    let notice = try #require(notifications.last?["params"] as? [String: Any])
    #expect(notice["branch"] as? String == "main")
    #expect((notice["commits"] as? [Any])?.count == 0)
    #expect((notice["changes"] as? [Any])?.count == 0)
    let elsewhere = try #require(notice["elsewhere"] as? [[String: Any]])
    #expect(elsewhere.map { $0["branch"] as? String } == ["idea"])
    #expect(elsewhere.map { $0["agent"] as? String } == ["tidier"])
    let (_, others) = try serve(
      ("open", #""address":"a.example""#), ("branch", #""name":"idea""#),
      ("subscribe", #""branch":"idea""#), ("open", #""address":"b.example","branch":"idea""#))
    let other = try #require(others.last?["params"] as? [String: Any])
    #expect(other["branch"] as? String == "idea")
    #expect((other["commits"] as? [Any])?.count == 1)
    #expect(other["elsewhere"] == nil)
  }

  // MARK: Files

  @Test func `a path on this machine requires an option`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy"
    for method in ["backup", "recover"] {
      let (answers, _) = try serve(
        ("open", ""), (method, #""directory":"\#(copy)""#), options: ["-p", folder.profile])
      #expect(message(answers[1]).contains("Start it with --allow-files"))
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
    let (refused, _) = try serve(("open", ""), ("page thumbnail", #""file":"/etc/passwd","tab":2"#))
    #expect(message(refused[1]).contains("Start it with --allow-files"))
    let (answers, _) = try serve(
      ("open", ""), ("backup", #""directory":"\#(copy)""#), options: ["-p", folder.profile],
      serving: ["--allow-files"])
    #expect(answers[1]["result"] != nil)
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  // MARK: The description

  @Test func `no command has an argument with the name of an added one`() {
    for declaration in CommandCatalogue.table.index.declarations
    where ServedMethod.refusal(of: declaration.name) == nil {
      let own = declaration.parameters.map(\.name) + declaration.options.map(\.name)
      let added = ServedMethod.addedParameters(of: declaration).map(\.name)
      #expect(Set(own).isDisjoint(with: added), "\(declaration.name)")
      #expect(Set(added).isSubset(of: ServedMethod.addedNames(of: declaration)))
    }
  }
}
