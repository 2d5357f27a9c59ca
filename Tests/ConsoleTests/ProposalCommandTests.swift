import BrowserModel
import Foundation
import Notation
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

/// `propose`, `proposals`, `approve`, `decline` and `withdraw`.
@Suite(.timeLimit(.minutes(30))) struct ProposalCommandTests {
  /// A context in which the program `tidier` has closed, grouped and opened tabs on a branch.
  private func context(_ words: String = "") throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    try context.run("open a.example ; open b.example ; open c.example")
    (context.agent, context.run) = ("tidier", 7)
    try context.run("branch work ; switch work")
    for line in ["close 1", "group 1 --title News", "open d.example --background"] {
      try context.run(line)
    }
    try context.run("propose tidy \(words)")
    (context.agent, context.run) = (nil, 1)
    try context.run("switch main")
    return context
  }

  @Test func `a proposal is listed and shown as sentences and as a tree`() throws {
    var context = try context("--say 'Old pages.'")
    #expect(
      try context.run("proposals") == """
        tidy  tidier  00:07  1 tab opened, 1 closed, 1 changed; 1 group added  “Old pages.”

        """)
    #expect(
      try context.run("proposals tidy") == """
        tidy by tidier, 00:07, waiting: 1 tab opened, 1 closed, 1 changed; 1 group added
        “Old pages.”
        -  tab #2 closed at 1  https://a.example/
        ~  tab #3 group none → “News”  https://b.example/
        +  tab #9 opened at 3  https://d.example/
        +  group #7 added  News
        +  closed list: tab #2  https://a.example/

        """)
    #expect(
      try context.run("proposals tidy --tree") == """
        tidy by tidier, 00:07, waiting: 1 tab opened, 1 closed, 1 changed; 1 group added
        “Old pages.”
          window #1
          + group #7 “News” (grey)
            ~ #3 https://b.example/
          + #9 https://d.example/
          - #2 https://a.example/
            … 1 unchanged tab

        """)
    #expect(
      try context.run("proposals tidy --only #2").hasPrefix(
        "tidy by tidier, 00:07, waiting: 1 tab closed\n"))
  }

  @Test func `an approval lists the changes, and one undo reverts it`() throws {
    var context = try context()
    let before = try context.run("tabs")
    #expect(try context.run("approve tidy").contains("add --yes"))
    #expect(try context.run("tabs") == before)
    let answer = try context.run("approve tidy --yes")
    #expect(answer.hasPrefix("approved tidy: 1 tab opened, 1 closed, 1 changed"), "\(answer)")
    #expect(try context.run("proposals") == "No proposal waits for an answer.\n")
    #expect(try context.run("proposals --all").contains("approved"))
    #expect(try context.run("approve tidy --yes").contains("was already approved"))
    #expect(try context.run("undo") == "undid: “tidy”\n")
    #expect(try context.run("tabs") == before)
    #expect(try context.run("decline tidy") == "declined tidy\n")
    #expect(try context.run("log --kind time.answered").contains("declined the proposal tidy"))
  }

  @Test func `a part of a proposal is approved`() throws {
    var context = try context()
    let answer = try context.run("approve tidy --only #2 --yes")
    #expect(answer.hasPrefix("approved tidy: 1 tab closed\n"), "\(answer)")
    #expect(context.browser.tabs.count == 2)
    #expect(context.browser.groups.isEmpty)
    for (text, message) in [
      ("#4", "The proposal does not change tab #4."), ("#99", "The proposal does not change #99."),
      ("3", "“3” is not the id of a thing"), ("zoom z.example", "does not change the zoom of"),
      ("historyLimit", "The proposal does not change the setting historyLimit."),
    ] {
      try context.run("undo")
      #expect(try context.run("approve tidy --only '\(text)' --yes").contains(message), "\(text)")
      try context.run("redo")
    }
  }

  @Test func `the digest of a preview is required by programs, and must match`() throws {
    var context = try context()
    context.presentation.printsJSON = true
    let shown = try context.run("proposals tidy")
    let digest = try #require(shown.firstMatch(of: /"digest":"([^"]*)"/)).output.1
    context.presentation.printsJSON = false
    context.isServed = true
    #expect(try context.run("approve tidy").contains("needs the “digest”"))
    #expect(try context.run("approve tidy --yes").contains("needs the “digest”"))
    context.agent = "other"
    #expect(try context.run("approve tidy --digest \(digest)").contains("Only the user"))
    #expect(try context.run("decline tidy").contains("Only the user"))
    #expect(try context.run("withdraw tidy").contains("Only the author"))
    context.agent = nil
    try context.run("go later.example --tab 1")
    let refused = try context.run("approve tidy --digest \(digest)")
    #expect(refused.contains("would now have other effects than shown, on tab #2"), "\(refused)")
    try context.run("undo ; approve tidy --digest \(digest)")
    #expect(context.browser.tabs.count == 3)
    #expect(try context.run("approve tidy --digest \(digest)").contains("already approved"))
  }

  @Test func `conflicts are named`() throws {
    var context = try context()
    try context.run("go used.example --tab 1")
    let shown = try context.run("proposals tidy")
    #expect(
      shown.contains(
        "Not merged because of conflicts:\n"
          + "  tab #2 https://used.example/: closed or removed on the branch, but used here since\n"
      ),
      "\(shown)")
    #expect(try context.run("proposals").contains("; 1 conflict"))
    #expect(try context.run("approve tidy --yes").contains("Not merged because of conflicts:"))
    #expect(context.browser.tabs.count == 4)
  }

  @Test func `names are completed, those that wait first`() throws {
    var context = try context()
    context.agent = "tidier"
    try context.run("propose gone --of work ; withdraw gone ; propose tidy --of work")
    context.agent = nil
    func texts(_ line: String) -> [String] {
      LineCompletion(context: context).complete(line).candidates.map(\.text)
    }
    for command in ["approve", "decline", "withdraw", "proposals"] {
      #expect(texts("\(command) ") == ["tidy"])
      #expect(texts("\(command) g") == ["gone"])
    }
    #expect(texts("log --run t").contains("tidier/5"))
    #expect(try context.run("approve tid").contains("did you mean “tidy”?"))
  }

  @Test func `an expired proposal is not approved`() throws {
    var context = try context()
    let now = context.presentation.now()
    context.presentation.now = { now.advanced(byMilliseconds: 8 * 86_400_000) }
    #expect(try context.run("proposals") == "No proposal waits for an answer.\n")
    #expect(try context.run("approve tidy --yes").contains("has expired"))
    try context.run("set proposalDays 30")
    #expect(try context.run("proposals").contains("tidy"))
  }

  @Test func `the runs of programs are listed, shown and undone`() throws {
    var context = try context()
    try context.run("approve tidy --yes")
    (context.agent, context.run) = ("tidier", 9)
    try context.run("mute 1 ; pin 1")
    (context.agent, context.run) = (nil, 1)
    let runs = try context.run("runs")
    #expect(
      runs.contains("tidier/5   00:03  5 actions  1 tab opened, 1 tab closed, 1 group created"),
      "\(runs)")
    let listed = runs.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(listed.count == 2)
    #expect(try context.run("runs --by tidier --limit 1").contains("1 of 2; --limit N shows more"))
    #expect(try context.run("runs --by nobody") == "No program has done anything.\n")
    let log = try context.run("log --run \(listed[0])")
    #expect(log.contains("closed https://a.example/") && log.contains("proposed tidy"), "\(log)")
    #expect(!log.contains("muted"))
    #expect(try context.run("log --run tidier/1").contains("No program wrote event #1"))
    #expect(try context.run("log --run other/5").contains("belongs to a run of “tidier”"))
    #expect(try context.run("log --run tidier/x").contains("is not a run"))
    let undone = try context.run("undo --run \(listed[1])")
    #expect(undone.contains("undid: pinned"), "\(undone)")
    #expect(context.browser.tabs.allSatisfy { !$0.isPinned && !$0.isMuted })
    #expect(try context.run("undo --run \(listed[1])").contains("did nothing"))
    #expect(try context.run("undo --run \(listed[1]) --by other").contains("not of “other”"))
  }

  @Test func `the prompt announces a proposal once`() throws {
    let context = try context()
    let lines = ProposalNotices(context).readLines(after: .nothing)
    #expect(
      lines.map(\.text) == [
        "tidier proposes tidy: 1 tab opened, 1 closed, 1 changed; 1 group added. “proposals tidy” "
          + "shows it, “approve tidy” applies it."
      ])
    #expect(
      ProposalNotices(context).readLines(after: context.store.browser.sequence).isEmpty)
    var agent = context
    agent.agent = "tidier"
    #expect(ProposalNotices(agent).readLines(after: .nothing).isEmpty)
  }

  @Test func `a program proposes over JSON-RPC, and only the user approves`() throws {
    let folder = try TemporaryFolder()
    func answers(_ hello: String, _ requests: [(String, String)]) throws -> [String] {
      let messages = [ServingMessages.request("hello", #""versions":[1]\#(hello)"#)]
      let run = try RetraceProcess.run(
        ["-p", folder.profile, "serve"],
        input: (messages + requests.map { ServingMessages.request($0.0, $0.1) })
          .map { $0 + "\n" }.joined())
      #expect(run.status == 0)
      return run.output.split(separator: "\n").dropFirst().map(String.init)
    }
    _ = try answers("", [("open", #""address":"a.example""#), ("open", #""address":"b.example""#)])
    let proposed = try answers(
      #","name":"tidier""#,
      [
        ("branch", #""name":"work""#), ("close", #""tabs":[2],"branch":"work""#),
        ("propose", #""name":"tidy","say":"Read.","branch":"work""#),
        ("approve", #""name":"tidy","digest":"1-x""#), ("decline", #""name":"tidy""#),
        ("proposals", ""), ("runs", ""),
      ])
    #expect(
      proposed[2].contains(#""kind":"time.proposed","namedBranch":4,"name":"tidy","note":"Read.""#))
    #expect(proposed[3].contains(#""code":"notAllowed""#))
    #expect(proposed[4].contains(#""code":"notAllowed""#))
    #expect(
      proposed[5].contains(#""name":"tidy","words":"Read.","by":"tidier","branch":"work""#),
      "\(proposed[5])")
    #expect(proposed[5].contains(#""state":"waiting","summary":"1 tab closed""#))
    #expect(proposed[6].contains(#"{"runs":[{"run":"tidier/4","by":"tidier","first":4"#))
    let shown = try answers("", [("proposals", #""name":"tidy""#)])[0]
    #expect(shown.contains(#""kind":"tabClosed","tab":2"#), "\(shown)")
    let digest = try #require(shown.firstMatch(of: /"digest":"([^"]*)"/)).output.1
    let approved = try answers(
      "",
      [
        ("approve", #""name":"tidy""#), ("approve", #""name":"tidy","digest":"1-x""#),
        ("approve", ##""name":"tidy","digest":"\##(digest)","only":["#3"]"##),
        ("approve", #""name":"tidy","digest":"\#(digest)","only":[2]"#), ("tabs", ""),
        ("undo", ""), ("tabs", ""), ("log", #""run":"tidier/4""#), ("undo", #""run":"tidier/4""#),
      ])
    #expect(approved[0].contains("needs the “digest”"))
    #expect(approved[1].contains(#""code":"invalidValue""#))
    #expect(approved[2].contains("The proposal does not change tab #3."), "\(approved[2])")
    #expect(approved[3].contains(#""batchName":"tidy""#), "\(approved[3])")
    #expect(!approved[4].contains("a.example"))
    #expect(approved[6].contains("a.example"))
    #expect(approved[7].contains("time.proposed") && approved[7].contains("tab.closed"))
    #expect(approved[8].contains(#""code":"nothingToDo""#), "\(approved[8])")
  }
}
