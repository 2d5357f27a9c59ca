import BrowserModel
import LineEditing
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

/// Marks, branches, undo of an event, and hypothetical states.
@Suite struct BranchTests {
  static func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    for line in ["open a.example", "open b.example", "zoom 125", "close"] { try context.run(line) }
    return context
  }

  // MARK: Marks

  @Test func `a mark is a point`() throws {
    var context = try Self.context()
    #expect(try context.run("mark trip 3") == "marked #3 as trip\n")
    #expect(try context.run("mark here") == "marked #6 as here\n")
    #expect(try context.run("marks") == "trip  #3  00:01\nhere  #6  00:04\n")
    #expect(try context.run("at trip") == "at #3, 00:01: opened https://b.example/\n")
    #expect(try context.run("tabs").split(separator: "\n").count == 2)
    #expect(try context.run("mark then") == "marked #3 as then\n")
    #expect(try context.run("step -1 ; mark then").hasSuffix("marked #2 as then, which was #3\n"))
    #expect(try context.run("mark now -1") == Self.badName)
    #expect(try context.run("mark end now") == "marked #9 as end\n")
    #expect(
      try context.run("now ; log --since trip --until 4") == """
        at the present, event #10
        #4  00:02  user  zoomed b.example to 125 %

        """)
  }

  static let badName =
    "A name cannot be a number, begin with - @ or #, or be start, now or main."

  @Test(arguments: [
    Case("number", "mark 12", badName), Case("time", "mark @x", badName),
    Case("main", "branch Main", badName),
    Case("space", "mark 'a b'", "A name cannot contain spaces or control characters."),
    Case("branch's", "branch try ; mark try", "There is already a branch with that name."),
    Case("mark's", "mark try ; branch try", "There is already a mark with that name."),
    Case("start", "mark zero start", "The start does not need a mark. Use its name, “start”."),
    Case("unknown", "mark --remove trap", "There is no mark “trap”; “marks” lists them."),
    Case(
      "near", "mark trip ; at trop", "There is no mark, branch or time “trop”; did you mean “trip”?"
    ),
    Case(
      "near mark", "mark trip ; mark trop --remove", "There is no mark “trop”; did you mean “trip”?"
    ),
    Case(
      "near branch", "branch try ; switch tryy", "There is no branch “tryy”; did you mean “try”?"),
    Case("main cannot hide", "branch --hide main", "The main branch is always listed."),
  ])
  func `an invalid name is refused with a sentence`(row: Case<String, String>) throws {
    var context = try Self.context()
    let text = try context.run(row.input)
    #expect(text.split(separator: "\n").last.map(String.init) == row.expected)
  }

  @Test func `a mark is moved and removed`() throws {
    var context = try Self.context()
    try context.run("mark trip 3 ; mark trip 4")
    #expect(try context.run("marks") == "trip  #4  00:02\n")
    #expect(try context.run("mark --remove trip") == "removed the mark trip\n")
    #expect(try context.run("marks") == "No marks.\n")
    #expect(
      try context.run("branch trip") == "created branch trip at #8; “switch trip” switches to it\n")
  }

  // MARK: Branches

  @Test func `the moment of a branch is described by the newest event of the branch`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    try context.run("open a.example ; branch other ; mark here ; open b.example")
    #expect(
      try context.run("at other") == "at #2 of branch other, 00:00: opened https://a.example/\n")
    try context.run("now ; switch other ; open c.example ; switch main")
    #expect(
      try context.run("at other") == "at #6 of branch other, 00:04: opened https://c.example/\n")
  }

  @Test func `a branch shares the past and has its own future`() throws {
    var context = try Self.context()
    #expect(
      try context.run("branch try 3") == "created branch try at #3; “switch try” switches to it\n")
    #expect(try context.run("switch try") == "at the present of branch try, event #6\n")
    #expect(
      try context.run("tabs") == "   1  #2  https://a.example/\n▸  2  #3  https://b.example/\n")
    #expect(try context.run("zoom") == "100 % (default)\n")
    try context.run("go c.example")
    #expect(PromptText(context).readPrompt().left == "memory on try ❯ ")
    #expect(
      try context.run("log --limit 2") == """
        #3  00:01  user  opened https://b.example/  input b.example
        #7  00:05  user  went to https://c.example/  tab #3  input c.example
        2 shown; --limit N shows more

        """)
    #expect(try context.run("at -1").hasPrefix("at #3 of branch try, 00:01: opened"))
    #expect(PromptText(context).readPrompt().left == "memory on try  at #3, 00:01  ❯ ")
    #expect(try context.run("step").hasPrefix("at #7 of branch try, "))
    #expect(try context.run("switch main") == "at the present, event #7\n")
    #expect(try context.run("tabs") == "▸  1  #2  https://a.example/\n")
    #expect(try context.run("log --limit 1").hasPrefix("#6  00:04  user  began the branch try"))
    #expect(
      try context.run("at try").hasPrefix("at #7 of branch try, 00:05: went to https://c.example/"))
    #expect(try context.run("tabs").contains("c.example"))
    #expect(try context.run("step -1").hasPrefix("at #3 of branch try"))
  }

  @Test func `the differences of two branches are listed`() throws {
    var context = try Self.context()
    try context.run("branch try ; switch try ; go c.example")
    let there = try context.run("diff main")
    #expect(there.contains("https://c.example/"))
    #expect(
      try context.run("switch main ; diff try try")
        == "at the present, event #7\nNothing differs.\n")
    #expect(try context.run("diff try").contains("https://c.example/"))
  }

  @Test func `branches are drawn`() throws {
    var context = try Self.context()
    try context.run("branch one 3 ; switch one ; go c.example ; branch deep ; branch deeper 2")
    try context.run(
      "switch main ; branch two ; branch zero start ; branch --hide zero ; switch deep")
    #expect(
      try context.run("branches") == """
           main                   9 events
           ├─ one        from #3  3 events
        ▸  │  ├─ deep    from #7  0 events
           │  └─ deeper  from #2  0 events
           └─ two        from #9  0 events

        """)
    #expect(try context.run("branches --all").contains("└─ zero       from the start"))
    context.presentation.art = .ascii
    #expect(try context.run("branches").contains(">  |  |- deep    from #7"))
    #expect(try context.run("branches").contains("   |  `- deeper  from #2"))
    #expect(try context.run("branch --show zero") == "branch zero is listed again\n")
    #expect(try context.run("branch --show zero") == "The branch is not hidden.")
  }

  @Test func `commands that write are rejected at a moment of another branch`() throws {
    var context = try Self.context()
    try context.run("branch try ; switch try ; go c.example ; switch main ; at try")
    #expect(
      try context.run("mark x")
        == "That moment is on branch “try”. “merge try” merges its changes into this branch; "
        + "“switch try” switches to it."
    )
    #expect(
      try context.run("branch x try")
        == "That moment is on branch “try”. “merge try” merges its changes into this branch; "
        + "“switch try” switches to it."
    )
    #expect(
      try context.run("switch try ; branch x main").hasSuffix("“switch main” switches to it."))
    #expect(try context.run("branch x 3").hasPrefix("created branch x at #3"))
  }

  // MARK: Undo by event

  @Test func `one action is undone and redone by any of its events`() throws {
    var context = try Self.context()
    #expect(try context.run("undo #4") == "undid: zoomed b.example to 125 %\n")
    #expect(try context.run("zoom sites") == "No site has its own zoom.\n")
    #expect(try context.run("undo #4") == "The action of #4 is already undone.")
    #expect(try context.run("redo #6") == "redid: zoomed b.example to 125 %\n")
    #expect(try context.run("redo #4") == "The action of #4 is not undone.")
    #expect(try context.run("undo #99") == "There is no event 99: the log has 1 to 7.")
    #expect(
      try context.run("undo --last 2")
        == "undid: closed https://b.example/\nundid: zoomed b.example to 125 %\n")
  }

  @Test func `undo and redo accept the number of an event, as show does`() throws {
    var context = try Self.context()
    #expect(try context.run("show 4").contains("kind   zoom.siteSet\n"))
    #expect(
      try context.run("undo 4 --dry-run") == "~  zoom of b.example 125 % → 100 %\n"
    )
    #expect(try context.run("undo 4") == "undid: zoomed b.example to 125 %\n")
    #expect(try context.run("undo 4") == "The action of #4 is already undone.")
    #expect(try context.run("redo 4") == "redid: zoomed b.example to 125 %\n")
    #expect(try context.run("redo 4") == "The action of #4 is not undone.")
    #expect(try context.run("show 99") == "There is no event 99: the log has 1 to 7.")
    #expect(try context.run("undo 99") == "There is no event 99: the log has 1 to 7.")
    #expect(try context.run("redo 99 --dry-run") == "There is no event 99: the log has 1 to 7.")
    for line in ["undo 4 --last 2", "redo #4 --last 1 --dry-run"] {
      #expect(
        try context.run(line)
          == "Use either the number of an event or --last, not both."
      )
    }
    #expect(
      throws: UsageError(
        .badValue, "EVENT needs the number of an event (42 or #42), not “x”", range: 5..<6)
    ) {
      try context.run("undo x")
    }
    #expect(context.store.browser.sequence.rawValue == 7)
  }

  @Test func `several recent actions are undone, previewed and redone`() throws {
    var context = try Self.context()
    #expect(
      try context.run("undo --last 2")
        == "undid: closed https://b.example/\nundid: zoomed b.example to 125 %\n")
    #expect(
      try context.run("redo --last 2 --dry-run") == """
        ~  window #1 active tab #3 → #2  https://a.example/
        -  tab #3 closed at 2  https://b.example/
        +  closed list: tab #3  https://b.example/
        ~  zoom of b.example 100 % → 125 %

        """)
    #expect(
      try context.run("redo --last 2")
        == "redid: zoomed b.example to 125 %\nredid: closed https://b.example/\n")
    #expect(try context.run("redo --last 2") == "There is nothing to redo.")
  }

  @Test func `the effect of undo is previewed, and nothing is written`() throws {
    var context = try Self.context()
    #expect(
      try context.run("undo #3 --dry-run") == """
        -  closed list: tab #3  https://b.example/
        1 later event would no longer have any effect

        """)
    #expect(try context.run("undo --last 9 --dry-run").contains("later") == false)
    try context.run("undo")
    #expect(try context.run("redo --dry-run").contains("#3"))
    #expect(context.store.browser.sequence.rawValue == 6)
  }

  // MARK: What if

  @Test func `the state without an action`() throws {
    var context = try Self.context()
    #expect(
      try context.run("whatif --skip #5 tabs")
        == "   1  #2  https://a.example/\n▸  2  #3  https://b.example/\n")
    #expect(try context.run("whatif --skip 4 zoom sites") == "No site has its own zoom.\n")
    #expect(try context.run("whatif --skip #5").contains("+  tab #3 opened at 2"))
    let log = try context.run("whatif --skip #5 -- log --limit 1")
    #expect(log.contains("(undone)  ") && log.contains("tab #3\n1 of "))
    #expect(
      try context.run("whatif --skip #5 close") == "“whatif” shows a hypothetical state and writes "
        + "nothing.")
    #expect(
      try context.run("whatif --skip #5 mark x")
        == "“whatif” shows a hypothetical state and writes "
        + "nothing."
    )
    #expect(
      try context.run("whatif tabs") == "“whatif” needs --skip and an event: whatif --skip #12")
    #expect(try context.run("whatif --skip 99") == "There is no event 99: the log has 1 to 5.")
    for line in ["at 2", "now", "step", "switch main", "quit", "source x", "tabs ; tabs"] {
      #expect(
        try context.run("whatif --skip #5 '\(line)'").hasPrefix("“whatif” accepts only "), "\(line)"
      )
    }
    #expect(context.store.browser.sequence.rawValue == 5)
    #expect(try context.run("tabs") == "▸  1  #2  https://a.example/\n")
  }

  // MARK: Restoring

  @Test func `a moment is restored, completely or in part`() throws {
    var context = try Self.context()
    try context.run("bookmark ; window new")
    #expect(
      try context.run("restore 3") == """
        restored #3: 1 tab back, 1 closed; 1 window closed, 1 changed
        -  window #7 closed
        ~  window #1 active tab #2 → #3  https://b.example/
        ~  focus window #7 → window #1
        -  tab #8 closed at 2:1  Start page
        +  tab #3 opened at 1:2  https://b.example/
        -  closed list: tab #3  https://b.example/
        +  closed list: window #7  Start page
        Zoom is not restored; --zoom restores it too.

        """)
    #expect(try context.run("bookmarks").contains("https://a.example/"))
    #expect(
      try context.run("undo")
        == "undid: a restore of 3 events\n"
        + "1 tab back, 1 closed; 1 window back, 1 changed\n")
    #expect(try context.run("restore 3 --bookmarks").contains("-  bookmark #6 removed"))
    #expect(try context.run("restore 3 --tab 2").contains("+  tab #3 opened at 1:2"))
    #expect(try context.run("tabs b.example").contains("#3"))
    #expect(
      try context.run("restore 3 --tab 9")
        == "There is no tab 9: the window has tabs 1 to 2. Windows and tabs are numbered as they "
        + "were then."
    )
    #expect(try context.run("restore 99").hasPrefix("There is no event 99: the log has 1 to"))
    #expect(try context.run("restore").hasPrefix("“restore” needs POINT"))
  }

  @Test func `a mark on a branch shows the newest event of that branch`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; branch try ; switch try ; open b.example ; switch main")
    try context.run("zoom 125 ; switch try ; mark here")
    #expect(try context.run("show here").contains("https://b.example/"))
    #expect(try context.run("at here").hasPrefix("at #4 of branch try"))
  }

  @Test func `restoring the moment shown returns to the present`() throws {
    var context = try Self.context()
    #expect(try context.run("at 3 ; restore").contains("restored #3: 1 tab back"))
    #expect(context.past == nil)
    #expect(try context.run("tabs").split(separator: "\n").count == 2)
    #expect(try context.run("restore now") == "Everything is as it was then.")
  }
}
