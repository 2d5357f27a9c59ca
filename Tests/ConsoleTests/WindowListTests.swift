import BrowserModel
import Store
import TestSupport
import Testing

@testable import Console

/// Lists of tabs of several windows: a position that is shown can be typed and means that tab.
@Suite struct WindowListTests {
  /// Two windows; the second, with the tabs #6 and #7, has the focus.
  static func shell() throws -> Shell {
    var shell = try memoryShell()
    try shell.run("open one.example ; open two.example ; window new ; open three.example")
    try shell.run("open one.example/b")
    return shell
  }

  @Test func `tabs of another window have no position, and one tab is marked`() throws {
    var shell = try Self.shell()
    #expect(
      try shell.run("tabs one") == """
              #2  https://one.example/
        ▸  3  #7  https://one.example/b

        """)
    try shell.run("window 1")
    #expect(
      try shell.run("tabs one") == """
           1  #2  https://one.example/
              #7  https://one.example/b

        """)
    try shell.run("close 1")
    #expect(try shell.run("tabs one") == "   #7  https://one.example/b\n")
  }

  @Test func `the overview has positions in the focused window alone`() throws {
    var shell = try Self.shell()
    let lines = try shell.run("state").split(separator: "\n").dropLast()
    #expect(
      lines == [
        "Window 1", "   #2  https://one.example/", "▸  #3  https://two.example/", "Window 2",
        "   1  #5  Start page", "   2  #6  https://three.example/",
        "▸  3  #7  https://one.example/b",
      ])
  }

  @Test func `what comes in another window is named by its id`() throws {
    var shell = try Self.shell()
    #expect(
      try shell.run("open --window 1 --background four.example")
        == "opened tab #8: https://four.example/\n")
    #expect(try shell.run("mute #2") == "muted tab #2: https://one.example/\n")
    #expect(try shell.run("mute #7") == "muted tab 3: https://one.example/b\n")
  }

  @Test func `private tabs have positions where they have the focus`() throws {
    var shell = try memoryShell()
    try shell.run("open one.example ; open --private one.example")
    #expect(
      try shell.run("tabs one") == """
              #2   https://one.example/
        ▸  1  #-2  https://one.example/

        """)
  }

  @Test func `what was closed goes by the ids that it had`() throws {
    var shell = try Self.shell()
    try shell.run("close #2 ; window close #4 ; open a.example ; open b.example")
    try shell.run("window new ; close #10 #11")
    let list = try shell.run("closed").split(separator: "\n").map { line in
      line.split(separator: " ").prefix(3).joined(separator: " ")
    }
    #expect(list == ["1 #14 tabs", "2 #4 window", "3 #2 tab"])
    #expect(try shell.run("reopen #2") == "reopened tab 1: https://one.example/\n")
    #expect(try shell.run("reopen #4").hasPrefix("reopened"))
    #expect(shell.store.session.tab(TabID(6)) != nil)
    #expect(try shell.run("reopen #10").contains("https://a.example/"))
    #expect(try shell.run("closed").hasPrefix("1  #11  tab  https://b.example/"))
  }

  @Test func `an empty list of what was closed is said to be empty`() throws {
    var shell = try memoryShell()
    #expect(try shell.run("log") == "The log is empty.\n")
    try shell.run("open a.example ; close ; reopen")
    #expect(try shell.run("closed") == "The list of what was closed is empty.\n")
    #expect(try shell.run("log --kind session") == "No event matches.\n")
  }
}
