import BrowserModel
import Testing

@testable import Console

/// A group moves whole.
@Suite struct GroupMoveTests {
  private func shell() throws -> CommandContext {
    var shell = try memoryShell()
    for name in ["a", "b", "c", "d"] { try shell.run("open \(name).example") }
    try shell.run("group 2 3 --title G --color red")
    return shell
  }

  /// What `tabs --all` shows, without ids and blanks.
  private func tabs(_ shell: inout CommandContext) throws -> [String] {
    try shell.run("tabs --all").split(separator: "\n").map { line in
      line.split(separator: " ").filter { $0 != "▸" && !$0.hasPrefix("#") }.joined(separator: " ")
    }
  }

  @Test func `it keeps its title and colour in another window, and one undo takes it back`() throws
  {
    var shell = try shell()
    let group = try #require(shell.browser.groups.first)
    try shell.run("window new z.example")
    let before = try tabs(&shell)
    #expect(
      try shell.run("group move G --window 2")
        == "moved group “G” of 2 tabs; its first is tab 2\n")
    #expect(
      try tabs(&shell) == [
        "Window 1", "1:1 https://a.example/", "1:2 https://d.example/", "Window 2 (focused)",
        "2:1 https://z.example/", "2:2 [G] https://b.example/", "2:3 [G] https://c.example/",
      ])
    let moved = try #require(shell.browser.groups.first)
    #expect(moved.id == group.id && moved.color == .red && moved.count == 2)
    #expect(shell.browser.brokenInvariants().isEmpty)
    #expect(try shell.run("undo") == "undid: moved the group G\n")
    #expect(try tabs(&shell) == before)
  }

  @Test func `it moves within its window, and into one of its own`() throws {
    var shell = try shell()
    try shell.run("group move G 1")
    #expect(
      try tabs(&shell) == [
        "1 [G] https://b.example/", "2 [G] https://c.example/", "3 https://a.example/",
        "4 https://d.example/",
      ])
    #expect(try shell.run("group move G 1") == "The group is at that position already.")
    #expect(try shell.run("group move G 4").contains("only positions 1 to 3"))
    try shell.run("collapse G")
    try shell.run("group move G --new-window")
    #expect(shell.windows.count == 2)
    #expect(shell.browser.groups.first?.isCollapsed == false)
    #expect(try shell.run("group move G --new-window").contains("window to itself"))
    #expect(shell.browser.brokenInvariants().isEmpty)
    #expect(try shell.run("group move G").contains("needs a position"))
  }

  @Test func `tabs that are all of a group move as that group`() throws {
    var shell = try shell()
    try shell.run("move 2-4 --new-window")
    #expect(
      try tabs(&shell) == [
        "Window 1", "1:1 https://a.example/", "Window 2 (focused)", "2:1 [G] https://b.example/",
        "2:2 [G] https://c.example/", "2:3 https://d.example/",
      ])
    #expect(shell.browser.groups.first?.color == .red)
  }

  @Test func `a window that it leaves empty closes`() throws {
    var shell = try shell()
    try shell.run("close 1 4 ; window new z.example ; group move G --window 2 1")
    try shell.run("group move G 1 --window 2")
    #expect(shell.windows.count == 1)
    #expect(shell.browser.brokenInvariants().isEmpty)
  }
}
