import BrowserModel
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Lists of tabs in several windows. A position that is shown can be typed and refers to the same
/// tab.
@Suite struct WindowListTests {
  /// Returns a context with two windows. The second window has the focus, with the tabs #6 and #7.
  static func context() throws -> CommandContext {
    var context = try memoryShell()
    try context.run("open one.example ; open two.example ; window new ; open three.example")
    try context.run("open one.example/b")
    return context
  }

  @Test func `tabs are listed under their windows, and one tab is marked`() throws {
    var context = try Self.context()
    #expect(
      try context.run("tabs one") == """
        Window 1
           1:1  #2  https://one.example/
        Window 2 (focused)
        ▸  2:3  #7  https://one.example/b

        """)
    try context.run("window 1")
    #expect(
      try context.run("tabs one") == """
        Window 1 (focused)
           1:1  #2  https://one.example/
        Window 2
           2:3  #7  https://one.example/b

        """)
    try context.run("close 1")
    #expect(try context.run("tabs one") == "Window 2\n   2:3  #7  https://one.example/b\n")
  }

  @Test func `the overview has positions in all windows`() throws {
    var context = try Self.context()
    let lines = try context.run("state").split(separator: "\n").dropLast()
    #expect(
      lines == [
        "Window 1", "   1:1  #2  https://one.example/", "▸  1:2  #3  https://two.example/",
        "Window 2 (focused)", "   2:1  #5  Start page", "   2:2  #6  https://three.example/",
        "▸  2:3  #7  https://one.example/b",
      ])
  }

  @Test func `all windows can be listed`() throws {
    var context = try Self.context()
    let overview = try context.run("state").split(separator: "\n").dropLast()
    #expect(try context.run("tabs --all").split(separator: "\n") == Array(overview))
    context.presentation.printsJSON = true
    #expect(try context.run("tabs --all").contains(#""id":2,"windowId":1"#))
  }

  @Test func `one window can be listed`() throws {
    var context = try Self.context()
    let first = "Window 1\n   1:1  #2  https://one.example/\n▸  1:2  #3  https://two.example/\n"
    #expect(try context.run("tabs --window 1") == first)
    #expect(
      try context.run("tabs one --window 2")
        == "Window 2 (focused)\n▸  2:3  #7  https://one.example/b\n")
    // If the words match no tab but are the number of a window, the message suggests --window.
    #expect(
      try context.run("tabs 2") == "No tab matches; “tabs --window 2” lists the tabs of window 2.\n"
    )
    #expect(try context.run("tabs 3") == "No tab matches.\n")
    context.presentation.printsJSON = true
    #expect(try context.run("tabs --window 1").contains(#""id":3,"windowId":1"#))
    #expect(try !context.run("tabs one --window 1").contains(#""id":7"#))
  }

  @Test func `the number of tabs that reopen together is reported`() throws {
    var context = try Self.context()
    try context.run("close 2 3")
    #expect(try context.run("reopen") == "reopened 2 tabs\n")
  }

  @Test func `positions are accepted by all commands that need a tab`() throws {
    for line in [
      "tab 1:2", "close 1:2", "pin 1:2", "mute 1:2", "discard 1:2", "duplicate 1:2", "reload 1:2",
      "stop 1:2", "history 1:2", "trail 1:2", "address 1:2", "why 1:2", "why tab 1:2", "move 1:2 1",
      "group 1:1 1:2", "zoom --tab 1:2", "log --tab 1:2", "page title T --tab 1:2",
      "open --from 1:2 x.example", "whatif --skip 6 address 1:2", "restore 7 --tab 1:2",
    ] {
      var context = try Self.context()
      let answer = try context.run(line)
      #expect(!answer.contains("There is no") && !answer.contains("needs"), "\(line): \(answer)")
    }
  }

  @Test func `a position that does not exist is rejected`() throws {
    var context = try Self.context()
    #expect(try context.run("tab 1:3") == "There is no tab 1:3: window 1 has tabs 1 to 2.")
    #expect(try context.run("tab 3:1") == "There is no window 3: they are numbered 1 to 2.")
    #expect(throws: UsageError.self) { try context.run("tab 1:0") }
    #expect(throws: UsageError.self) { try context.run("window 1:1") }
  }

  @Test func `a tab opened in another window is named by its position`() throws {
    var context = try Self.context()
    #expect(
      try context.run("open --window 1 --background four.example")
        == "opened tab 1:3: https://four.example/\n")
    #expect(try context.run("mute #2") == "muted tab 1:1: https://one.example/\n")
    #expect(try context.run("mute #7") == "muted tab 3: https://one.example/b\n")
  }

  @Test func `private tabs have positions while a private window has the focus`() throws {
    var context = try memoryShell()
    try context.run("open one.example ; open --private one.example")
    #expect(
      try context.run("tabs one") == """
        Window 1
           1:1  #2  https://one.example/
        Window 2 (private, focused)
        ▸  2:1  #-2  https://one.example/

        """)
  }

  @Test func `closed items keep their ids`() throws {
    var context = try Self.context()
    try context.run("close #2 ; window close #4 ; open a.example ; open b.example")
    try context.run("window new ; close #10 #11")
    let list = try context.run("closed").split(separator: "\n").map { line in
      line.split(separator: " ").prefix(4).joined(separator: " ")
    }
    #expect(list == ["1 #14 00:00 tabs", "2 #4 00:00 window", "3 #2 00:00 tab"])
    #expect(try context.run("reopen #2") == "reopened tab 1:1: https://one.example/\n")
    #expect(try context.run("reopen #4").hasPrefix("reopened"))
    #expect(context.store.browser.tab(TabID(6)) != nil)
    #expect(try context.run("reopen #10").contains("https://a.example/"))
    #expect(
      try context.run("closed").hasPrefix("1  #11  00:00  tab  in window 1  https://b.example/"))
  }

  @Test func `an empty list of closed items is reported`() throws {
    var context = try memoryShell()
    #expect(try context.run("log") == "The log is empty.\n")
    try context.run("open a.example ; close ; reopen")
    #expect(try context.run("closed") == "No closed tabs or windows.\n")
    #expect(try context.run("log --kind session") == "No event matches.\n")
  }
}
