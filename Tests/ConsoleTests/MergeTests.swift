import TestSupport
import Testing

@testable import Catalogue

/// `merge` applies the changes of a branch to the current branch.
@Suite struct MergeTests {
  private func run(_ lines: [String]) throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    for line in lines { try context.run(line) }
    return context
  }

  private static let common = [
    "open a.example", "open b.example", "open c.example", "bookmark https://m.example --title M",
    "branch side",
  ]

  private func pages(_ context: inout CommandContext) throws -> [String] {
    try context.run("tabs").matches(of: /https:\/\/[a-z0-9.\/]+/).map { String($0.output) }
  }

  @Test func `the changes of the branch are merged, and one undo reverts them`() throws {
    var context = try run(
      Self.common + [
        "switch side", "close 2", "open d.example", "go e.example --tab 1", "pin 1",
        "bookmark https://n.example --title N", "zoom default 125", "switch main", "open x.example",
      ])
    let before = try context.run("state")
    let preview = try context.run("merge side --dry-run")
    #expect(preview.hasPrefix("would merge side: "), "\(preview)")
    #expect(try context.run("state") == before)
    let answer = try context.run("merge side")
    #expect(answer.hasPrefix("merged side: "), "\(answer)")
    #expect(!answer.contains("Kept"), "\(answer)")
    #expect(
      try Set(pages(&context)) == [
        "https://e.example/", "https://c.example/", "https://d.example/", "https://x.example/",
      ])
    let bookmarks = try context.run("bookmarks")
    #expect(bookmarks.contains("M") && bookmarks.contains("N"))
    #expect(try context.run("zoom default").contains("125"))
    #expect(try context.run("merge side").contains("no changes that can be merged"))
    try context.run("undo")
    #expect(
      try pages(&context) == [
        "https://a.example/", "https://b.example/", "https://c.example/", "https://x.example/",
      ])
    #expect(try !context.run("bookmarks").contains("N"))
  }

  @Test func `conflicts are kept and listed`() throws {
    var context = try run(
      Self.common + [
        "switch side", "go side.example --tab 1", "close 2", "go gone.example --tab 2",
        "zoom default 150", "switch main", "go main.example --tab 1", "go used.example --tab 2",
        "close 3", "zoom default 200",
      ])
    let answer = try context.run("merge side --dry-run")
    for line in [
      "tab #2 https://main.example/: changed on both branches",
      "tab #3 https://used.example/: closed or removed on the branch, but used here since",
      "tab #4: changed on the branch, but gone here",
      "default zoom: changed on both branches",
    ] {
      #expect(answer.contains(line), "\(line) in \(answer)")
    }
    #expect(try context.run("merge side").contains("Not merged because of conflicts:"))
    context.presentation.printsJSON = true
    #expect(
      try context.run("merge side --dry-run").contains(
        #""kept":[{"kind":"tab","id":3,"reason":"usedHere"}"#))
  }

  @Test func `the main branch can be merged into a branch, but not a branch into itself`() throws {
    var context = try run(Self.common + ["open main.example", "switch side"])
    #expect(try context.run("merge main").hasPrefix("merged main: "))
    #expect(try pages(&context).last == "https://main.example/")
    #expect(try context.run("merge side").contains("already shown"))
    #expect(try context.run("merge none").contains("none"))
  }

  @Test func `a second merge applies the changes since the first`() throws {
    var context = try run(
      Self.common + [
        "switch side", "open d.example", "go e.example --tab 1", "switch main", "merge side",
      ])
    #expect(try context.run("merge side").contains("no changes that can be merged"))
    // What was merged is not proposed again when it was changed here since.
    for line in [
      "close 4", "go here.example --tab 1", "switch side", "open f.example", "switch main",
    ] {
      try context.run(line)
    }
    let answer = try context.run("merge side")
    #expect(answer.hasPrefix("merged side: ") && !answer.contains("Kept"), "\(answer)")
    let merged = ["https://b.example/", "https://c.example/", "https://f.example/"]
    #expect(try pages(&context) == ["https://here.example/"] + merged)
    // After an undo of the second merge, its changes are proposed again.
    try context.run("undo")
    #expect(try pages(&context).last == "https://c.example/")
    #expect(try context.run("merge side").hasPrefix("merged side: "))
    #expect(try pages(&context).last == "https://f.example/")
    // The branch records what was merged from it, so only the remaining changes of main are merged.
    try context.run("switch side")
    #expect(try context.run("merge main").hasPrefix("merged main: "))
    #expect(try pages(&context) == ["https://here.example/"] + merged)
  }

  @Test func `undo names a merge`() throws {
    var context = try run(
      Self.common + ["switch side", "close 2", "open d.example", "switch main", "merge side"])
    let answer = try context.run("undo")
    #expect(answer.contains("a merge of branch side"), "\(answer)")
    #expect(try context.run("redo").contains("a merge of branch side"))
  }

  @Test func `the order of bookmarks and the names of windows are merged`() throws {
    var context = try run([
      "open a.example", "bookmark https://m.example --title M",
      "bookmark https://n.example --title N", "bookmark https://o.example --title O",
      "branch side", "switch side", "bookmark move O --position 1", "window name Research",
      "switch main",
      "bookmark https://p.example --title P", "merge side",
    ])
    let titles = try context.run("bookmarks").matches(of: /https:\/\/([a-z])/).map { $0.output.1 }
    #expect(titles == ["o", "m", "n", "p"])
    #expect(try context.run("windows").contains("Research"))
  }
}
