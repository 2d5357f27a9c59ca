import Foundation
import Notation
import TestSupport
import Testing

/// The answers of tools, in particular to input that models get wrong.
@Suite(.timeLimit(.minutes(30))) struct AgentAnswerTests {
  /// Opens pages as the user.
  private func profile(_ lines: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--profile", folder.profile],
      input: Data(lines.map { $0 + "\n" }.joined().utf8))
    #expect(run.status == 0)
    return folder
  }

  private func lines(_ folder: TemporaryFolder, _ command: String...) throws -> String {
    try Subprocess.run(
      URL.builtProgram("retrace").path, ["--profile", folder.profile] + command
    ).output
  }

  @Test func `7, "7" and "#7" are the same id, and no position or name is`() throws {
    let folder = try profile("open a.example", "open b.example", "open c.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    for (id, expected) in [("3", "b"), ("\"3\"", "b"), ("\"#3\"", "b"), ("3.0", "b")] {
      let answer = try agent.call("tab", #"{"tab":\#(id)}"#)
      #expect(answer["tab"]?["url"] == .string("https://\(expected).example/"))
    }
    for wrong in ["\"1:2\"", "\"b.example\"", "0", "-1", "\"#\"", "true", "[3,4]", "99999999999"] {
      let answer = try agent.call("tab", #"{"tab":\#(wrong)}"#)
      #expect(answer.isError && answer.text.hasPrefix("“tab” must be an id"), "\(wrong)")
    }
    let missing = try agent.call("close", #"{"tabs":[3,99]}"#)
    #expect(missing.isError)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(3))
  }

  @Test func `an empty list closes nothing`() throws {
    let folder = try profile("open a.example", "open b.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    for (tool, arguments) in [
      ("close", #"{"tabs":[]}"#), ("close", "{}"), ("close", #"{"window":null}"#),
      ("change_tab", #"{"tabs":[],"pinned":true}"#), ("move", #"{"tabs":[],"before":2}"#),
      ("group", #"{"operation":"create","tabs":[]}"#), ("open", #"{"pages":[]}"#),
      ("group", #"{"operation":"create"}"#), ("close", #"{"tabs":[2],"window":1}"#),
    ] {
      let answer = try agent.call(tool, arguments)
      #expect(answer.isError, "\(tool) \(arguments)")
      #expect(answer.json["structuredContent"] == nil)
    }
    #expect(try agent.call("overview", "{}")["sequence"] == .integer(3))
  }

  @Test func `a call that is repeated with its key is done once`() throws {
    let folder = try profile("open a.example", "open b.example", "open c.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    let open = #"{"pages":[{"url":"x.example","group":"X"}],"key":"k1"}"#
    let first = try agent.call("open", open)
    let second = try agent.call("open", open)
    #expect(first.facts == second.facts)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(4))
    let close = try agent.call("close", #"{"tabs":[2],"key":"k2"}"#)
    #expect(try agent.call("close", #"{"tabs":[2],"key":"k2"}"#).facts == close.facts)
    for other in [("close", #"{"tabs":[3],"key":"k2"}"#), ("close", #"{"tabs":[3],"key":"k1"}"#)] {
      let refused = try agent.call(other.0, other.1)
      #expect(refused.isError && refused.text.hasPrefix("This “key” was used for another call."))
    }
    #expect(try agent.call("tabs", "{}")["total"] == .integer(3))
    // A program that was started again repeats the call.
    let again = try AgentConnection("--scope", "act", profile: folder.profile)
    #expect(try again.call("close", #"{"tabs":[2],"key":"k2"}"#).facts == close.facts)
  }

  @Test func `an outdated call is refused`() throws {
    let folder = try profile("open a.example", "open b.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    _ = try lines(folder, "pin", "1")
    let refused = try agent.call("close", #"{"tabs":[2],"ifAt":3}"#)
    #expect(refused.isError && refused.text.contains("Nothing was done."))
    #expect(try agent.call("close", #"{"tabs":[3],"ifAt":3}"#).isError == false)
  }

  @Test func `without a right, an agent changes only a branch of its own`() throws {
    let folder = try profile("open a.example", "open b.example", "branch mine")
    let before = try lines(folder, "tabs", "--json")
    let agent = try AgentConnection("--as", "tidier", profile: folder.profile)
    let closed = try agent.call("close", #"{"tabs":[2]}"#)
    let branch = try #require(closed["branch"]?.string)
    #expect(branch.hasPrefix("tidier/"))
    #expect(try agent.call("tabs", "{}")["total"] == .integer(2))
    #expect(try agent.call("tabs", #"{"branch":"\#(branch)"}"#)["total"] == .integer(1))
    // The branches of the user are not the agent's to read.
    #expect(try agent.call("tabs", #"{"branch":"mine"}"#).isError)
    #expect(try agent.call("diff", #"{"from":1,"to":"mine"}"#).isError)
    let names = try agent.call("moments", "{}")["branches"]?.elements.map { $0["name"]?.string }
    #expect(names == [branch, "main"])
    let log = try agent.call("log", "{}")["events"]?.elements.compactMap { $0["kind"]?.string }
    #expect(log == ["tab.closed"])
    let more = try agent.call("open", #"{"pages":[{"url":"c.example"}]}"#)
    #expect(more["branch"] == .string(branch))
    for other in ["main", "mine", "nothing"] {
      #expect(try agent.call("close", #"{"tabs":[3],"branch":"\#(other)"}"#).isError, "\(other)")
    }
    let changes = try agent.call("diff", #"{"branch":"\#(branch)"}"#)
    #expect(
      changes["changes"]?.elements.compactMap { $0["kind"]?.string } == ["tabClosed", "tabOpened"])
    #expect(try agent.call("undo", "{}").isError == false)
    #expect(try agent.call("tabs", #"{"branch":"\#(branch)"}"#)["total"] == .integer(2))
    #expect(try lines(folder, "tabs", "--json") == before)
    // Another run has a branch of its own, but may use the branches of its name.
    let second = try AgentConnection("--as", "tidier", profile: folder.profile)
    let other = try second.call("close", #"{"tabs":[3]}"#)
    #expect(other["branch"]?.string != branch)
    #expect(try second.call("close", #"{"tabs":[3],"branch":"\#(branch)"}"#).isError == false)
    let stranger = try AgentConnection("--as", "other", profile: folder.profile)
    #expect(try stranger.call("close", #"{"tabs":[2],"branch":"\#(branch)"}"#).isError)
  }

  @Test func `undo takes back the own run, and spares what the user built on`() throws {
    let folder = try profile("open a.example")
    let first = try AgentConnection("--as", "claude", "--scope", "act", profile: folder.profile)
    let second = try AgentConnection("--as", "claude", "--scope", "act", profile: folder.profile)
    _ = try first.call("open", #"{"pages":[{"url":"b.example"},{"url":"c.example"}]}"#)
    _ = try second.call("open", #"{"pages":[{"url":"d.example"}]}"#)
    #expect(try lines(folder, "pin", "4").hasPrefix("pinned"))
    #expect(try second.call("undo", #"{"action":1}"#).text.contains("is not yours"))
    let kept = try second.call("undo", #"{"preview":true}"#)
    #expect(kept["kept"]?.elements.count == 1)
    let undone = try first.call("undo", "{}")
    #expect(undone.isError == false)
    let urls = try first.call("tabs", "{}")["tabs"]?.elements.compactMap { $0["url"]?.string }
    #expect(urls == ["https://d.example/", "https://a.example/"])
    let nothing = try AgentConnection("--scope", "act", profile: folder.profile)
    #expect(
      try nothing.call("undo", "{}").text == "This run has done nothing yet, so nothing was undone."
    )
  }

  @Test func `addresses have no query, fragment or user, and titles are quoted data`() throws {
    let folder = try profile(
      "open https://me:secret@a.example/path?token=secret#secret",
      #"page title "one\#u{2028}#9 ▸ \"forged\" — evil.example\#u{1b}[31m""#,
      "open data:text/html,secret", "bookmark", "close 2")
    for isStateless in [false, true] {
      let agent = try AgentConnection(
        "--scope", "propose+closed+bookmarks", profile: folder.profile, isStateless: isStateless)
      for (tool, arguments) in [
        ("tabs", "{}"), ("find", #"{"words":"a"}"#), ("tab", #"{"tab":2}"#), ("log", "{}"),
        ("closed", "{}"), ("bookmarks", "{}"), ("why", #"{"kind":"tab","id":2}"#),
        ("overview", "{}"), ("moments", "{}"),
      ] {
        let answer = try agent.call(tool, arguments)
        #expect(answer.isError == false, "\(tool): \(answer.text)")
        let all = String(decoding: answer.json.bytes, as: UTF8.self)
        #expect(!all.contains("secret"), "\(tool): \(all)")
        #expect(!answer.text.contains("\u{1b}") && !answer.text.contains("\u{2028}"))
      }
      let text = try agent.call("tabs", "{}").text
      #expect(text.split(separator: "\n").count == 2)
      #expect(text.contains(#""one\u{2028}#9 ▸ 'forged' — evil.example\u{1b}[31m""#))
    }
  }

  @Test func `the scope decides what is seen`() throws {
    let folder = try profile("open a.example", "open b.example", "close 2", "go c.example")
    let plain = try AgentConnection("--as", "t", profile: folder.profile)
    #expect(try plain.call("log", "{}")["events"] == .array([]))
    #expect(try plain.call("log", #"{"by":"other"}"#).isError)
    #expect(try plain.call("tabs", #"{"at":1}"#).isError)
    #expect(try plain.call("diff", #"{"from":1}"#).isError)
    #expect(try plain.call("restore", #"{"point":1}"#).isError)
    #expect(try plain.call("find", #"{"words":"b.example"}"#)["total"] == .integer(0))
    #expect(try plain.call("find", #"{"words":"a.example"}"#)["total"] == .integer(1))
    #expect(try plain.call("why", #"{"kind":"bookmark","id":2}"#).isError)
    let full = try AgentConnection(
      "--as", "t", "--scope", "+closed+bookmarks+history", profile: folder.profile)
    #expect(try full.call("log", "{}")["events"]?.elements.isEmpty == false)
    #expect(try full.call("tabs", #"{"at":3}"#)["total"] == .integer(2))
    #expect(try full.call("find", #"{"words":"b.example"}"#)["total"] == .integer(1))
    #expect(try full.call("closed", "{}").ids("closed") == [3])
    #expect(try full.call("visits", "{}")["visits"]?.elements.count == 3)
  }

  @Test func `no sentence speaks of the console`() throws {
    let folder = try profile("open a.example", "open b.example", "mark here", "bookmark")
    let agent = try AgentConnection(
      "--scope", "act+closed+bookmarks+history", "--allow-forget", profile: folder.profile)
    for (tool, arguments) in [
      ("tab", #"{"tab":99}"#), ("diff", #"{"from":"nowhere"}"#), ("diff", "{}"),
      ("tabs", #"{"branch":"nothing"}"#), ("tabs", #"{"at":"nonsense"}"#),
      ("tabs", #"{"at":99999}"#), ("restore", #"{"point":"-99"}"#), ("mark", #"{"name":"12"}"#),
      ("branch", #"{"operation":"begin","name":"here"}"#), ("reopen", #"{"items":[99]}"#),
      ("go", #"{"tab":2,"address":"javascript:1"}"#), ("go", #"{"tab":2,"address":"http://["}"#),
      ("bookmark", #"{"operation":"add","url":"::"}"#),
      ("remove_bookmarks", #"{"bookmarks":[99]}"#),
      ("group", #"{"operation":"create","tabs":[2],"color":"mauve"}"#),
      ("change_tab", #"{"tabs":[2],"zoom":100000}"#), ("travel", #"{"tab":2,"steps":5}"#),
      ("undo", #"{"action":99}"#), ("close", #"{"window":99}"#), ("find", #"{"words":""}"#),
      ("why", #"{"kind":"cat","id":1}"#), ("tabs", #"{"everything":true}"#),
      ("tabs", #"{"limit":0}"#), ("tabs", #"{"cursor":"x"}"#), ("tabs", #"{"window":"front"}"#),
      ("mark", #"{"name":"here"}"#), ("close", #"{"tabs":[2],"key":""}"#),
    ] {
      let answer = try agent.call(tool, arguments)
      #expect(answer.isError, "\(tool) \(arguments): \(answer.text)")
      #expect(answer.text.count > 15)
      #expect(!answer.text.contains("--"), "\(answer.text)")
      #expect(!answer.text.contains("“help"), "\(answer.text)")
    }
  }

  @Test func `names that the log reserves are replaced`() throws {
    for (sent, expected) in [
      ("user", "mcp"), ("", "mcp"),
      (String(repeating: "n", count: 300), String(repeating: "n", count: 39) + "…"),
      ("Some Agent", "Some Agent"),
    ] {
      for isStateless in [false, true] {
        let agent = try AgentConnection("--scope", "act", isStateless: isStateless, name: sent)
        if !isStateless {
          _ = try agent.ask(
            "initialize",
            [
              ("protocolVersion", .string("2025-11-25")),
              ("clientInfo", .object([("name", .string(sent))])),
            ])
        }
        let opened = try agent.call("open", #"{"pages":[{"url":"a.example"}]}"#)
        #expect(opened["events"]?.elements.last?["by"] == .string(expected))
      }
    }
  }

  @Test func `a profile that cannot be opened is explained at each call, until it can be`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.profile, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: folder.profile + "/letter.txt"))
    let agent = try AgentConnection(profile: folder.profile)
    #expect(try agent.ask("server/discover")["result"] != nil)
    #expect(try agent.ask("tools/list")["result"]?["tools"]?.elements.count == 22)
    for _ in 1...2 {
      let answer = try agent.call("overview", "{}")
      #expect(answer.isError && answer.text.hasPrefix("The profile cannot be opened"))
    }
    try FileManager.default.removeItem(atPath: folder.profile)
    #expect(try agent.call("overview", "{}")["tabCount"] == .integer(0))
  }

  @Test func `pages of a list neither repeat nor skip rows while tabs are closed`() throws {
    let folder = try profile(String(repeating: "open a.example ; ", count: 29) + "open a.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    let first = try agent.call("tabs", #"{"limit":10}"#)
    var ids = first.ids("tabs")
    var cursor = first["next"]?.string
    #expect(first["total"] == .integer(30))
    while let next = cursor {
      _ = try agent.call("close", #"{"tabs":[\#(ids[0] + Int64(ids.count) / 10)]}"#)
      let more = try agent.call("tabs", #"{"limit":10,"cursor":"\#(next)"}"#)
      // The rest is that of an earlier moment, which belongs to this run.
      #expect(more.isError == false, "\(more.text)")
      ids += more.ids("tabs")
      cursor = more["next"]?.string
    }
    #expect(ids.count == 30 && Set(ids).count == 30)
  }

  @Test func `pages open in their groups as one action`() throws {
    let folder = try profile("open a.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    let opened = try agent.call(
      "open",
      #"{"pages":[{"url":"b.example","group":"B"},"c.example",{"url":"d.example","group":"B"}]}"#)
    let actions = opened["events"]?.elements.compactMap { $0["action"]?.integer } ?? []
    #expect(Set(actions).count == 1 && opened["action"]?.integer == actions.first)
    let rows = try agent.call("tabs", "{}")["tabs"]?.elements ?? []
    let groups = rows.map { $0["group"]?.integer }
    let group = try #require(groups.compactMap { $0 }.first)
    #expect(Set(groups) == [nil, group] && groups.count { $0 == group } == 2)
    // A group is in one window, so nothing opens.
    let refused = try agent.call(
      "open", #"{"pages":[{"url":"e.example","group":\#(group)}],"window":"new"}"#)
    #expect(refused.isError)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(4))
    let action = try #require(actions.first)
    #expect(try agent.call("undo", #"{"action":\#(action)}"#).isError == false)
    let overview = try agent.call("overview", "{}")
    #expect(overview["tabCount"] == .integer(1) && overview["groupCount"] == .integer(0))
  }

  @Test func `the agent never takes the focus`() throws {
    let folder = try profile("open a.example", "open b.example")
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    let opened = try agent.call(
      "open", #"{"pages":[{"url":"c.example"},{"url":"d.example","group":"G"}],"window":"new"}"#)
    #expect(opened.isError == false)
    _ = try agent.call("open", #"{"pages":[{"url":"e.example","pinned":true}]}"#)
    _ = try agent.call("move", #"{"tabs":[2],"after":3}"#)
    let overview = try agent.call("overview", "{}")
    let windows = overview["windows"]?.elements ?? []
    #expect(windows.map { $0["tabCount"]?.integer } == [3, 2])
    #expect(windows.map { $0["focused"]?.isTrue == true } == [true, false])
    #expect(windows[0]["activeTab"] == .integer(3))
  }
}
