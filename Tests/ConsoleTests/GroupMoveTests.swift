import BrowserModel
import Testing

@testable import Catalogue

/// `group move` moves all tabs of a group.
@Suite struct GroupMoveTests {
  private func context() throws -> CommandContext {
    var context = try memoryShell()
    for name in ["a", "b", "c", "d"] { try context.run("open \(name).example") }
    try context.run("group 2 3 --title G --color red")
    return context
  }

  /// Returns the lines of `tabs --all`, without ids and spaces.
  private func tabs(_ context: inout CommandContext) throws -> [String] {
    try context.run("tabs --all").split(separator: "\n").map { line in
      line.split(separator: " ").filter { $0 != "▸" && !$0.hasPrefix("#") }.joined(separator: " ")
    }
  }

  @Test func `a moved group keeps its title and colour, and one undo moves it back`() throws {
    var context = try context()
    let group = try #require(context.browser.groups.first)
    try context.run("window new z.example")
    let before = try tabs(&context)
    #expect(
      try context.run("group move G --window 2")
        == "moved group “G” of 2 tabs; its first tab is now 2\n")
    #expect(
      try tabs(&context) == [
        "Window 1", "1:1 https://a.example/", "1:2 https://d.example/", "Window 2 (focused)",
        "2:1 https://z.example/", "2:2 [G] https://b.example/", "2:3 [G] https://c.example/",
      ])
    let moved = try #require(context.browser.groups.first)
    #expect(moved.id == group.id && moved.color == .red && moved.count == 2)
    #expect(context.browser.brokenInvariants().isEmpty)
    #expect(try context.run("undo") == "undid: moved the group G\n")
    #expect(try tabs(&context) == before)
  }

  @Test func `a group moves within its window, and into a new window`() throws {
    var context = try context()
    try context.run("group move G 1")
    #expect(
      try tabs(&context) == [
        "1 [G] https://b.example/", "2 [G] https://c.example/", "3 https://a.example/",
        "4 https://d.example/",
      ])
    #expect(try context.run("group move G 1") == "The group is already at that position.")
    #expect(try context.run("group move G 4").contains("between 1 and 3"))
    try context.run("collapse G")
    try context.run("group move G --new-window")
    #expect(context.windows.count == 2)
    #expect(context.browser.groups.first?.isCollapsed == false)
    #expect(try context.run("group move G --new-window").contains("alone in its window"))
    #expect(context.browser.brokenInvariants().isEmpty)
    #expect(try context.run("group move G").contains("needs a position"))
  }

  @Test func `if all tabs of a group move, the group moves with them`() throws {
    var context = try context()
    try context.run("move 2-4 --new-window")
    #expect(
      try tabs(&context) == [
        "Window 1", "1:1 https://a.example/", "Window 2 (focused)", "2:1 [G] https://b.example/",
        "2:2 [G] https://c.example/", "2:3 https://d.example/",
      ])
    #expect(context.browser.groups.first?.color == .red)
  }

  @Test func `a window closes if the group was its only content`() throws {
    var context = try context()
    try context.run("close 1 4 ; window new z.example ; group move G --window 2 1")
    try context.run("group move G 1 --window 2")
    #expect(context.windows.count == 1)
    #expect(context.browser.brokenInvariants().isEmpty)
  }
}
