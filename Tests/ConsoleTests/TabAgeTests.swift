import Testing

@testable import Console

/// When tabs were opened and used.
@Suite struct TabAgeTests {
  /// Tabs a, b and c, opened an hour after each other; a was gone to since.
  private func shell() throws -> CommandContext {
    var shell = try memoryShell(minutesPerAction: 60)
    for line in ["open a.example", "open --background b.example", "open --background c.example"] {
      try shell.run(line)
    }
    try shell.run("tab 3")
    try shell.run("tab 1")
    return shell
  }

  /// The first letters of the hosts that a list has.
  private func hosts(_ answer: String) -> String {
    answer.split(separator: "\n").map { line in
      String(line.split(separator: "/").dropFirst().first?.prefix(1) ?? "")
    }.joined()
  }

  @Test(arguments: [
    ("age", "bca"), ("used", "acb"), ("opened", "cba"), ("site", "abc"),
  ])
  func `tabs are listed in an order`(order: String, expected: String) throws {
    var shell = try shell()
    #expect(hosts(try shell.run("tabs --sort \(order)")) == expected)
  }

  @Test func `JSON has both times`() throws {
    var shell = try shell()
    shell.presentation.printsJSON = true
    let answer = try shell.run("tabs b.example")
    #expect(answer.contains(#""openedAt":"2026-01-01T01:00:00.000Z""#))
    #expect(answer.contains(#""lastUsed":"2026-01-01T01:00:00.000Z""#))
  }

  @Test func `what was not used since is closed, but no active tab and no pinned one`() throws {
    var shell = try shell()
    try shell.run("open --background --pinned p.example")
    #expect(hosts(try shell.run("close --unused 1h --dry-run")) == "bc")
    #expect(hosts(try shell.run("close --unused 150min --dry-run")) == "b")
    #expect(try shell.run("close --unused 150min").hasPrefix("closed https://b.example/"))
    #expect(try shell.run("close --unused 30d") == "There is no such tab to close.")
    #expect(try shell.run("close 1 --unused 30d").contains("say one of both"))
  }
}
