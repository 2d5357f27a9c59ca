import TestSupport
import Testing

@testable import Catalogue

/// Truncated lists are marked as such, and closed items can be searched.
@Suite struct ClosedListTests {
  /// Returns a context with three closed tabs, closed at intervals of one hour from 02:00 in 2026.
  private func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 30)
    try context.run("open https://stays.example/")
    for line in [
      "open https://www.one.example/apple", "close", "open https://two.example/pear", "close",
    ] {
      try context.run(line)
    }
    return context
  }

  @Test(arguments: [
    Case(
      "all, with their times", "closed",
      "1  #5  02:00  tab  https://two.example/pear\n2  #3  01:00  tab  https://www.one.example/apple\n"
    ),
    Case("words", "closed APPLE", "2  #3  01:00  tab  https://www.one.example/apple\n"),
    Case(
      "a site", "closed --site one.example", "2  #3  01:00  tab  https://www.one.example/apple\n"),
    Case("a moment", "closed --since 1:30", "1  #5  02:00  tab  https://two.example/pear\n"),
    Case(
      "several words of a moment", "closed pear --since today 1:30",
      "1  #5  02:00  tab  https://two.example/pear\n"),
    Case(
      "fewer", "closed -n 1",
      "1  #5  02:00  tab  https://two.example/pear\n1 of 2; --limit N shows more\n"),
    Case("nothing", "closed --site wo.example", "Nothing matches.\n"),
    Case(
      "fewer visits", "visits -n 1",
      "#5  01:30  https://two.example/pear\n1 shown; --limit N shows more\n"),
    Case("all visits", "visits two", "#5  01:30  https://two.example/pear\n"),
    Case(
      "the best page", "visits --top -n 1",
      "1 ×  #5  https://two.example/pear\n1 shown; --limit N shows more\n"),
    Case(
      "as many events as there are of a kind", "log --kind tab.closed -n 2",
      "#4  01:00  user  closed https://www.one.example/apple  tab #3\n"
        + "#6  02:00  user  closed https://two.example/pear  tab #5\n"),
    Case(
      "fewer events of a kind", "log --kind tab.closed -n 1",
      "#6  02:00  user  closed https://two.example/pear  tab #5\n"
        + "1 shown; --limit N shows more\n"),
  ])
  func `a list has the requested items, and says if it was cut`(row: Case<String, String>)
    throws
  {
    var context = try context()
    #expect(try context.run(row.input) == row.expected)
  }

  @Test func `a reopened window is reported, and gets the focus`() throws {
    var context = try memoryShell()
    for line in [
      "open a.example", "window new b.example", "open c.example", "window close",
    ] {
      try context.run(line)
    }
    #expect(try context.run("reopen") == "reopened 2 tabs\n")
    try context.run("window close 1")
    #expect(try context.run("reopen") == "reopened tab 2:1: https://a.example/\n")
    for line in ["window close 1", "window new --private p.example"] { try context.run(line) }
    #expect(try context.run("reopen") == "reopened 2 tabs\n")
    #expect(!context.isPrivate)
    #expect(try context.run("windows").contains("▸  2  "))
  }

  @Test func `JSON contains totals`() throws {
    var context = try context()
    context.presentation.printsJSON = true
    #expect(try context.run("closed -n 1").contains("\"total\":2"))
    #expect(try context.run("log -n 1").contains("\"total\":6"))
    #expect(!(try context.run("log -n 1 --kind tab")).contains("total"))
  }
}
