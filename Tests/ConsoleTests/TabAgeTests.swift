import Testing

@testable import Catalogue

/// The times at which tabs were opened and used.
@Suite struct TabAgeTests {
  /// Returns a context with tabs a, b and c, opened at intervals of one hour. Tab a was selected
  /// since.
  private func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 60)
    for line in ["open a.example", "open --background b.example", "open --background c.example"] {
      try context.run(line)
    }
    try context.run("tab 3")
    try context.run("tab 1")
    return context
  }

  /// Returns the first letters of the hosts in a list.
  private func hosts(_ answer: String) -> String {
    answer.split(separator: "\n").map { line in
      String(line.split(separator: "/").dropFirst().first?.prefix(1) ?? "")
    }.joined()
  }

  @Test(arguments: [
    ("age", "bca"), ("used", "acb"), ("opened", "cba"), ("site", "abc"),
  ])
  func `tabs are listed in an order`(order: String, expected: String) throws {
    var context = try context()
    #expect(hosts(try context.run("tabs --sort \(order)")) == expected)
  }

  @Test func `JSON contains both times`() throws {
    var context = try context()
    context.presentation.printsJSON = true
    let answer = try context.run("tabs b.example")
    #expect(answer.contains(#""openedAt":"2026-01-01T01:00:00.000Z""#))
    #expect(answer.contains(#""lastUsed":"2026-01-01T01:00:00.000Z""#))
  }

  @Test func `tabs unused since a time are closed, except active and pinned tabs`() throws {
    var context = try context()
    try context.run("open --background --pinned p.example")
    #expect(hosts(try context.run("close --unused 1h --dry-run")) == "bc")
    #expect(hosts(try context.run("close --unused 150min --dry-run")) == "b")
    #expect(try context.run("close --unused 150min").hasPrefix("closed https://b.example/"))
    #expect(try context.run("close --unused 30d") == "No matching tab to close.")
    #expect(try context.run("close 1 --unused 30d").contains("Use either TAB or --unused"))
  }
}
