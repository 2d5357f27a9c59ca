import Foundation
import TestSupport
import Testing

/// Compares the output of `--json` with the documented shapes.
@Suite struct JSONOutputTests {
  /// Returns the answers of a script, one document per line.
  static func documents(_ lines: [String]) throws -> [[String: Any]] {
    let run = try RetraceProcess.run(
      ["--memory", "--json", "--keep-going"] + RetraceProcess.clock,
      input: lines.map { $0 + "\n" }.joined())
    return try run.output.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  static func last(_ lines: String...) throws -> [String: Any] {
    try #require(try documents(lines).last)
  }

  /// Checks that an object has the documented members with the documented kinds of values.
  static func check(_ value: Any?, _ shape: [String: String]) throws {
    let object = try #require(value as? [String: Any])
    for (name, kind) in shape {
      let member = try #require(object[name], "there is no “\(name)”")
      switch kind {
      case "number": #expect(member is NSNumber, "\(name)")
      case "number or null": #expect(member is NSNumber || member is NSNull, "\(name)")
      case "text": #expect(member is String, "\(name)")
      case "text or null": #expect(member is String || member is NSNull, "\(name)")
      case "truth": #expect(member is Bool, "\(name)")
      case "list": #expect(member is [Any], "\(name)")
      default: #expect(member is [String: Any], "\(name)")
      }
    }
  }

  @Test func `the complete state`() throws {
    let state = try Self.last(
      "open example.com", "open b.example", "go c.example", "page title C", "zoom 125",
      "zoom in --tab 1", "bookmark --folder Work --tags x,y --keyword k --note n", "close 2",
      "group 1",
      "window new --private", "state")
    try Self.check(
      state,
      [
        "sequence": "number", "time": "text", "windows": "list", "tabs": "list", "groups": "list",
        "closed": "list", "bookmarks": "list", "zoom": "object", "settings": "object",
        "marks": "object",
      ])
    #expect(state["sequence"] as? Int == 12)
    #expect(state["time"] as? String == "2026-01-01T00:00:08.000Z")
    let windows = try #require(state["windows"] as? [[String: Any]])
    #expect(windows.map { $0["id"] as? Int } == [1, -1])
    #expect(windows.map { $0["private"] as? Bool } == [false, true])
    #expect(windows.map { $0["focused"] as? Bool } == [false, true])
    try Self.check(windows[0], ["activeTab": "number", "tabs": "list"])
    let tabs = try #require(state["tabs"] as? [[String: Any]])
    try Self.checkTab(tabs[0])
    #expect(tabs[0]["zoom"] as? Double == 1.15)
    let closed = try #require(state["closed"] as? [[String: Any]])
    let closedTab = try #require((closed[0]["tabs"] as? [[String: Any]])?.first)
    #expect(closed[0]["kind"] as? String == "tab")
    try Self.check(
      closedTab, ["id": "number", "url": "text", "title": "text", "history": "object"])
    #expect(closedTab["title"] as? String == "C")
    let folder = try #require((state["bookmarks"] as? [[String: Any]])?.first)
    try Self.check(
      folder,
      [
        "id": "number", "kind": "text", "title": "text", "note": "text or null",
        "children": "list",
      ])
    let bookmark = try #require((folder["children"] as? [[String: Any]])?.first)
    try Self.check(
      bookmark,
      [
        "id": "number", "kind": "text", "title": "text", "url": "text", "tags": "list",
        "keyword": "text or null", "note": "text or null",
      ])
    #expect(bookmark["tags"] as? [String] == ["x", "y"])
    #expect(bookmark["note"] as? String == "n")
    let zoom = try #require(state["zoom"] as? [String: Any])
    #expect(zoom["default"] as? Double == 1)
    #expect(
      zoom["sites"] as? [String: Double] == ["c.example": 1.25, "example.com": 1.15])
  }

  private static func checkTab(_ tab: [String: Any]) throws {
    try check(
      tab,
      [
        "id": "number", "windowId": "number", "index": "number", "active": "truth",
        "pinned": "truth", "muted": "truth", "private": "truth", "openerTabId": "number or null",
        "groupId": "number or null", "status": "text", "url": "text", "title": "text",
        "address": "text", "canGoBack": "truth", "canGoForward": "truth", "zoom": "number",
        "history": "object",
      ])
    let history = try #require(tab["history"] as? [String: Any])
    try check(history, ["index": "number", "entries": "list"])
    try check(
      (history["entries"] as? [Any])?.first, ["url": "text", "title": "text"])
  }

  @Test func `the state of an empty profile`() throws {
    let state = try Self.last("state")
    #expect(state["sequence"] as? Int == 0)
    #expect(state["time"] is NSNull)
    for name in ["windows", "tabs", "groups", "closed", "bookmarks"] {
      #expect((state[name] as? [Any])?.isEmpty == true, "\(name)")
    }
  }

  @Test(arguments: [
    Case("tabs", "tabs", "tabs"), Case("tabs that match", "tabs example", "tabs"),
    Case("windows", "windows", "windows"), Case("closed", "closed", "closed"),
    Case("bookmarks", "bookmarks", "bookmarks"), Case("found", "bookmarks b", "bookmarks"),
    Case("groups", "groups", "groups"), Case("log", "log", "events"),
    Case("visits", "visits", "visits"), Case("pages", "find example", "found"),
    Case("top pages", "visits --top", "visits"),
  ])
  func `a list is under its key`(row: Case<String, String>) throws {
    let answer = try Self.last(
      "open a.example", "open b.example", "bookmark", "group 1", "close 2", row.input)
    #expect(Set(answer.keys).subtracting(["total"]) == [row.expected])
    #expect((answer[row.expected] as? [Any])?.isEmpty == false)
  }

  @Test func `the most visited pages contain their newest visit`() throws {
    let answer = try Self.last("open a.example", "open b.example", "open a.example", "visits --top")
    let visits = try #require(answer["visits"] as? [[String: Any]])
    try Self.check(
      visits[0],
      [
        "id": "number", "time": "text", "url": "text", "title": "text", "visits": "number",
        "lastVisit": "number",
      ])
    #expect(visits.map { $0["id"] as? Int } == [4, 3])
    #expect(visits.map { $0["visits"] as? Int } == [2, 1])
  }

  @Test func `a sequence counts only durable events, regardless of private windows`() throws {
    let answers = try Self.documents([
      "open a.example", "open --private b.example", "go c.example", "undo", "window 1",
    ])
    #expect(answers.map { $0["sequence"] as? Int } == [2, 2, 2, 2, 2])
    #expect((answers[1]["events"] as? [[String: Any]])?.first?["sequence"] as? Int == -1)
  }

  @Test func `completions and the manual page are one document`() throws {
    let answers = try Self.documents(["completions bash", "help --man", "help open"])
    #expect((answers[0]["completions"] as? String)?.contains("complete ") == true)
    #expect((answers[1]["help"] as? String)?.hasPrefix(".TH RETRACE 1 ") == true)
    #expect(answers.count == 3)
  }

  @Test func `echoed lines are not part of the JSON output`() throws {
    let run = try RetraceProcess.run(
      ["--memory", "--json", "--echo"], input: "# a comment\ntabs\n")
    #expect(run.output == "{\"tabs\":[]}\n")
    #expect(run.errors == "# a comment\n> tabs\n")
  }

  @Test func `the history of a tab`() throws {
    let answer = try Self.last("open a.example", "go b.example", "back", "history")
    let history = try #require(answer["history"] as? [String: Any])
    #expect(history["index"] as? Int == 0)
    #expect((history["entries"] as? [Any])?.count == 2)
  }

  @Test func `a command that writes reports the appended events`() throws {
    let documents = try Self.documents(["open a.example", "tab 1", "undo", "redo", "folder A/B/C"])
    #expect(documents.map { $0["sequence"] as? Int } == [2, 2, 3, 4, 7])
    let events = documents.map { $0["events"] as? [[String: Any]] ?? [] }
    #expect(events.map(\.count) == [2, 0, 1, 1, 3])
    try Self.check(
      events[0][1],
      [
        "sequence": "number", "batch": "number", "time": "text", "actor": "text", "via": "text",
        "kind": "text", "window": "number", "url": "text",
      ])
    #expect(Set(events[4].map { $0["batch"] as? Int }) == [5])
  }

  @Test(arguments: [
    Case("start", "start", [0]), Case("a moment", "2", [2]), Case("the present", "now", [4]),
  ])
  func `where a moment is`(row: Case<String, [Int]>) throws {
    let lines = ["open a.example", "open b.example", "close", "at \(row.input)", "state"]
    let answers = try Self.documents(lines).suffix(2)
    let isStart = row.expected == [0]
    for answer in answers {
      #expect(answer["sequence"] as? Int == row.expected[0])
      #expect(answer["time"] is NSNull == isStart)
      #expect(answer["time"] is String == !isStart)
    }
    #expect(answers.first?["present"] as? Bool == (row.input == "now"))
  }

  @Test func `marks and branches`() throws {
    let answers = try Self.documents([
      "open a.example", "open b.example", "mark trip 2", "branch try trip", "marks", "branches",
      "switch try", "state", "branch --hide try", "branches --all",
    ])
    #expect(answers[4]["marks"] as? [String: Int] == ["trip": 2])
    #expect(answers[7]["marks"] as? [String: Int] == ["trip": 2])
    let branches = try #require(answers[5]["branches"] as? [[String: Any]])
    try Self.check(
      branches[1],
      [
        "name": "text", "id": "number or null", "parent": "text or null", "from": "number or null",
        "events": "number", "current": "truth", "hidden": "truth",
      ])
    #expect(branches.map { $0["name"] as? String } == ["main", "try"])
    #expect(branches.map { $0["from"] as? Int } == [nil, 2])
    #expect(branches.map { $0["current"] as? Bool } == [true, false])
    try Self.check(
      answers[6], ["sequence": "number", "time": "text", "branch": "text", "present": "truth"])
    #expect(answers[6]["branch"] as? String == "try")
    #expect((answers[7]["tabs"] as? [Any])?.count == 1)
    let all = try #require(answers[9]["branches"] as? [[String: Any]])
    #expect(all.map { $0["hidden"] as? Bool } == [false, true])
  }

  @Test func `a hypothetical state`() throws {
    let answers = try Self.documents([
      "open a.example", "open b.example", "undo #3 --dry-run", "whatif --skip #3",
      "whatif --skip #3 tabs", "undo #3", "redo --dry-run", "redo #3", "restore 2",
    ])
    #expect(answers[2]["batches"] as? [Int] == [3])
    #expect(answers[2]["lost"] as? Int == 0)
    #expect((answers[2]["diff"] as? [Any])?.isEmpty == false)
    #expect((answers[3]["diff"] as? [Any])?.isEmpty == false)
    #expect((answers[4]["tabs"] as? [Any])?.count == 1)
    #expect((answers[6]["diff"] as? [Any])?.isEmpty == false)
    #expect([5, 7, 8].map { answers[$0]["sequence"] as? Int } == [4, 5, 6])
  }

  @Test func `undone actions are marked in the log`() throws {
    let log = try Self.last("open a.example", "open b.example", "undo", "log")
    let events = try #require(log["events"] as? [[String: Any]])
    #expect(events.map { $0["undone"] as? Bool } == [nil, nil, true, nil])
  }

  @Test(arguments: [
    Case("refused", "back", "emptyBrowser"), Case("past", "at start ; open a", "inThePast"),
    Case("point", "at trip", "noSuchPoint"), Case("kind", "log --kind x", "noSuchKind"),
    Case("usage", "tab", "missingArgument"),
    Case("unknown", "tabz", "unknownCommand"), Case("address", "go http://", "invalidAddress"),
    Case("out of range", "show 9", "outOfRange"), Case("file", "source none", "system"),
    Case("quote", "go 'x", "openQuote"),
  ])
  func `a refusal has a code and a message`(row: Case<String, String>) throws {
    let answer = try Self.last(row.input)
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["code"] as? String == row.expected)
    #expect((error["message"] as? String)?.isEmpty == false)
  }

  @Test func `the effect of typing`() throws {
    let answer = try Self.last("resolve '^ & * $ + # %'")
    #expect(answer["kind"] as? String == "search")
    #expect(answer["url"] as? String == "https://duckduckgo.com/?q=%5E+%26+*+%24+%2B+%23+%25")
    #expect(answer["policy"] as? String == "retrace")
    #expect(answer["display"] as? String == "^ & * $ + # %")
  }

  @Test func `a resolution has six members, and unknown ones are null`() throws {
    let answer = try Self.last("resolve münchen.de")
    #expect(answer.keys.sorted() == ["display", "input", "kind", "policy", "reason", "url"])
    #expect(answer["input"] as? String == "münchen.de")
    #expect(answer["display"] as? String == "https://münchen.de/")
    #expect(answer["reason"] as? String == "It is a host name.")
    let refused = try Self.last("resolve a.example:99999")
    #expect(refused["kind"] as? String == "refused")
    #expect(refused["url"] is NSNull)
    #expect(refused["display"] is NSNull)
  }
}
