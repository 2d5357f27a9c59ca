import BrowserModel
import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// Actions that `undo --by` and `undo EVENT` do not revert, because later actions of others depend
/// on them.
@Suite(.timeLimit(.minutes(30))) struct SparingUndoTests {
  private func context(_ lines: [(agent: String?, line: String)]) throws -> CommandContext {
    var context = try memoryShell()
    for (agent, line) in lines {
      (context.agent, context.run) = (agent, agent == nil ? 1 : 2)
      try context.run(line)
    }
    (context.agent, context.run) = (nil, 1)
    return context
  }

  @Test func `a window in which the user has opened a tab stays open`() throws {
    var context = try context([("agent", "open a.example"), (nil, "open b.example")])
    let kept = """
      kept: opened https://a.example/ (#1), because #3 builds on it
      --include-later also undoes the kept actions, with everything built on them

      """
    #expect(try context.run("undo --by agent --dry-run") == "Nothing would differ.\n" + kept)
    #expect(try context.run("undo --by agent") == "Nothing was undone.\n" + kept)
    #expect(try context.run("undo 1") == "Nothing was undone.\n" + kept)
    #expect(context.browser.tabCount == 2)
    #expect(
      try context.run("undo --by agent --include-later").hasPrefix(
        "undid: opened https://a.example/\n"))
    #expect(context.browser.tabCount == 0)
  }

  @Test func `a tab that the user has used stays open, and the others close`() throws {
    var context = try context([
      (nil, "open a.example"), ("agent", "open b.example ; open c.example"), (nil, "pin 2"),
    ])
    #expect(
      try context.run("undo --by agent") == """
        undid: opened https://c.example/
        kept: opened https://b.example/ (#3), because #5 builds on it
        --include-later also undoes the kept actions, with everything built on them

        """)
    #expect(context.browser.tabs.map(\.isPinned) == [true, false])
    #expect(try context.run("redo") == "redid: opened https://c.example/ (by agent)\n")
  }

  @Test func `a group that the user has extended remains`() throws {
    var context = try context([
      (nil, "open a.example ; open b.example"), ("agent", "group 1 --title g"),
      (nil, "group 2 --into g"),
    ])
    let groups = context.browser.groups.map(\.count)
    try #require(groups == [2])
    #expect(try context.run("undo --by agent").contains("kept: "))
    #expect(context.browser.groups.map(\.count) == [2])
    context.presentation.printsJSON = true
    let preview = try context.run("undo --by agent --dry-run")
    #expect(preview.hasPrefix(#"{"batches":[],"diff":[],"lost":0,"kept":[{"batch":4,"because":"#))
    #expect(preview.hasSuffix(#"}],"otherRuns":[]}"# + "\n"))
  }

  @Test(arguments: [
    ("undo --include-later", "--include-later requires the number"),
    ("undo --run 3", "No program wrote event #3"),
    ("undo --all-runs", "--all-runs requires --by"),
  ])
  func `contradictory options are refused`(_ line: String, _ reason: String) throws {
    var context = try context([("agent", "open a.example"), (nil, "open b.example")])
    #expect(try context.run(line).contains(reason))
    #expect(context.browser.tabCount == 2)
  }

  @Test func `two connections with one name are two runs`() throws {
    let folder = try TemporaryFolder()
    let hello =
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"agent"}}"#
    func serve(_ messages: String...) throws -> [String] {
      let run = try RetraceProcess.run(
        ["--profile", folder.profile, "serve"],
        input: ([hello] + messages).map { $0 + "\n" }.joined())
      #expect(run.status == 0)
      return run.output.split(separator: "\n").map(String.init)
    }
    func request(_ method: String, _ parameters: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
    }
    _ = try serve(request("open", #""address":"a.example""#))
    _ = try serve(request("open", #""address":"b.example""#))
    let profile = ["--profile", folder.profile]
    _ = try RetraceProcess.run(profile + ["pin", "2"])
    let preview = try serve(request("undo", #""by":"agent","dry-run":true"#))
    #expect(
      preview.last?.contains(
        #""kept":[{"batch":3,"because":4}],"otherRuns":[{"event":1,"actions":1}]"#) == true,
      "\(preview)")
    let undone = try serve(request("undo", #""by":"agent","include-later":true"#))
    #expect(undone.last?.contains(#""kind":"time.undone","namedBatch":3"#) == true, "\(undone)")
    let rest = try serve(request("undo", #""by":"agent","all-runs":true,"include-later":true"#))
    #expect(rest.last?.contains(#""kept":[],"otherRuns":[]"#) == true, "\(rest)")
    #expect(try RetraceProcess.run(profile + ["tabs"]).output == "No tab is open.\n")
  }

  @Test func `a redo without a visible effect reports this`() throws {
    var context = try context([(nil, "open a.example ; open b.example ; mute 1 ; undo")])
    context.run = 2
    try context.run("mute 1")
    context.run = 1
    #expect(
      try context.run("redo") == """
        redid: muted https://a.example/
        Nothing visible changed, because of later actions.

        """)
  }

  @Test(arguments: [
    (["alias", "x", "=", "tabs"], true), (["-c", "alias x = tabs"], true),
    (["-c", "alias x = tabs", "-c", "x"], false), (["alias"], false),
  ])
  func `an alias without an effect is reported`(_ words: [String], _ isTold: Bool) throws {
    let run = try RetraceProcess.run(["--memory"] + words)
    #expect(run.status == 0)
    #expect(run.errors.contains("The alias “x” had no effect") == isTold)
  }
}
