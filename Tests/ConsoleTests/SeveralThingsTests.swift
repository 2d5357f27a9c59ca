import BrowserModel
import Notation
import RetraceStore
import RetraceTimeline
import Testing

@testable import Catalogue
@testable import CommandKit

/// Commands for several objects at once, which are one action, one batch and one undo.
@Suite struct SeveralThingsTests {
  /// Returns a context with tabs a, b, c … in one window.
  private func context(_ names: String) throws -> CommandContext {
    var context = try memoryShell()
    for name in names { try context.run("open \(name).example") }
    return context
  }

  /// Returns the first letters of the hosts of each window's tabs, from left to right. Windows are
  /// separated by spaces, and pinned tabs are capital letters.
  private func strips(_ context: CommandContext) throws -> String {
    try context.read { words in
      context.windows.map { window in
        let browser = context.browser(of: window.id)
        return window.tabs.compactMap { browser.tab($0) }.map { tab in
          let url = browser.url(of: tab, text: words)
          let letter = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix(1)
          return tab.isPinned ? letter.uppercased() : String(letter)
        }.joined()
      }.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("pin 1,4", "ADbce"), ("pin 2-4", "BCDae"), ("pin 1-3; unpin 1-3", "abcde"),
    ("pin 5,1", "EAbcd"), ("move 4-5 1", "deabc"), ("move 1-2 4", "cdeab"),
    ("move 5,1 2", "beacd"), ("move 1-2 --new-window", "cde ab"),
    ("window new z.example; move 1:2-3 --window 2", "ade zbc"),
    ("close 2-4", "ae"), ("duplicate 1-2", "aabbcde"),
  ])
  func `is one action that one undo reverts`(line: String, expected: String) throws {
    var context = try context("abcde")
    let words = line.split(separator: ";").map { $0.drop { $0 == " " } }
    for step in words.dropLast() { try context.run(String(step)) }
    let before = try strips(context)
    let newest = context.store.timeline.position
    let answer = try context.run(String(words.last ?? ""))
    #expect(try strips(context) == expected, "\(answer)")
    var batches: Set<BatchID> = []
    try context.visitEventsOfAllLines(isPrivate: false, from: newest.advanced(by: 1)) { event, _ in
      batches.insert(event.batch)
      return true
    }
    #expect(batches.count == 1)
    try context.run("undo")
    #expect(try strips(context) == before)
  }

  @Test func `objects that need no change are skipped and reported`() throws {
    var context = try context("abc")
    try context.run("mute 2")
    #expect(try context.run("mute 1-3") == "muted 2 tabs; 1 of them already was\n")
    #expect(try context.run("mute 1-3") == "These tabs are already muted.")
    #expect(try context.run("discard 1,3") == "discarded 2 tabs\n")
  }

  @Test func `a range that does not exist changes nothing`() throws {
    var context = try context("abc")
    #expect(try context.run("pin 2-5").contains("There is no tab 4"))
    #expect(try strips(context) == "abc")
  }

  @Test func `--all applies to every tab that matches the words`() throws {
    var context = try memoryShell()
    for url in ["forum.example/1", "news.example", "forum.example/2"] {
      try context.run("open \(url)")
    }
    #expect(try context.run("pin forum").contains("matches 2 tabs"))
    #expect(try context.run("pin --all forum") == "pinned 2 tabs\n")
    #expect(try strips(context) == "FFn")
    #expect(try context.run("close --all nothing").contains("No open tab has “nothing”"))
    #expect(try context.run("pin --all 1").contains("--all needs words"))
  }

  @Test func `close --dry-run lists the tabs and writes nothing`() throws {
    var context = try context("abcd")
    let newest = context.store.timeline.position
    let answer = try context.run("close 2-3 --dry-run")
    #expect(answer.contains("b.example") && answer.contains("c.example"))
    #expect(!answer.contains("a.example") && !answer.contains("d.example"))
    #expect(context.store.timeline.position == newest)
    #expect(try strips(context) == "abcd")
  }

  @Test func `closed items are reopened together, each at its position`() throws {
    var context = try context("abcde")
    for line in ["close 2", "close 3", "close 1"] { try context.run(line) }
    #expect(try strips(context) == "ce")
    #expect(try context.run("reopen 1-3") == "reopened 3 tabs\n")
    #expect(try strips(context) == "abcde")
    try context.run("undo")
    #expect(try strips(context) == "ce")
    #expect(try context.run("reopen 1,9").contains("There is no closed item 9"))
    #expect(try strips(context) == "ce")
  }

  @Test func `--here reopens the last closed item of the focused window`() throws {
    var context = try memoryShell()
    for line in [
      "open a.example", "open b.example", "window new c.example", "open d.example", "window 1",
      "close 2", "window 2", "close 2", "window 1",
    ] { try context.run(line) }
    #expect(try context.run("reopen --here").contains("b.example"))
    #expect(try strips(context) == "ab c")
    #expect(
      try context.run("reopen --here").contains("No tabs of this window were closed"))
  }

  @Test func `several actions are undone together, or none if one cannot be undone`() throws {
    var context = try context("abcd")
    try context.run("mute 1")
    let first = context.store.timeline.position.rawValue
    try context.run("pin 2")
    let second = context.store.timeline.position.rawValue
    try context.run("close 4")
    let state = try strips(context)
    #expect(try context.run("undo #\(first) #999").contains("There is no event"))
    #expect(try strips(context) == state)
    let answer = try context.run("undo #\(first),#\(second)")
    #expect(answer.contains("undid: muted") && answer.contains("undid: pinned"))
    #expect(try strips(context) == "abc")
    #expect(!context.browser.tabs.contains { $0.isMuted })
    try context.run("redo #\(second) #\(first)")
    #expect(try strips(context) == "Bac")
  }

  /// Returns the hosts of the pages shown by the tabs of the first window.
  private func pages(_ context: CommandContext) throws -> [String] {
    try context.read { words in
      context.browser.tabs.map { tab in
        context.browser.url(of: tab, text: words).split(separator: "/").dropFirst().joined(
          separator: "/")
      }
    }
  }

  @Test func `several tabs go back and forward at once`() throws {
    var context = try context("abc")
    for line in ["go --tab 1 a.example/2", "go --tab 3 c.example/2", "go --tab 3 c.example/3"] {
      try context.run(line)
    }
    let before = try pages(context)
    let newest = context.store.timeline.position
    #expect(try context.run("back --tab 1-3") == "went back in 2 tabs; 1 other had no such page\n")
    #expect(try pages(context) == ["a.example", "b.example", "c.example/2"])
    var batches: Set<BatchID> = []
    try context.visitEventsOfAllLines(isPrivate: false, from: newest.advanced(by: 1)) { event, _ in
      batches.insert(event.batch)
      return true
    }
    #expect(batches.count == 1)
    try context.run("undo")
    #expect(try pages(context) == before)
    #expect(try context.run("back 2 --tab 1,3") == "went back in 1 tab; 1 other had no such page\n")
    #expect(
      try context.run("forward --tab 3 --tab 1")
        == "went forward in 1 tab; 1 other had no such page\n")
    #expect(
      try context.run("forward 9 --tab 1-3")
        == "None of these tabs can go forward to such a page."
    )
    let isNoRange = try #require(throws: UsageError.self) { try context.run("back --tab 3-1") }
    #expect(isNoRange.message.contains("a range is two positions"))
    #expect(try context.run("back --tab 2-5").contains("There is no tab 4"))
    let takesOne = try #require(throws: UsageError.self) {
      try context.run("go x.example --tab 1-2")
    }
    #expect(takesOne.message.hasPrefix("--tab needs a position"))
  }

  @Test func `the zoom of several tabs changes each site once`() throws {
    var context = try memoryShell()
    for url in ["a.example/1", "a.example/2", "b.example", "c.example"] {
      try context.run("open \(url)")
    }
    func levels() throws -> [Int] {
      try context.read { words in
        context.browser.tabs.map { Int((context.zoom(of: $0, words).level.factor * 100).rounded()) }
      }
    }
    #expect(try context.run("zoom 150 --tab 1-3") == "zoomed 2 sites\n")
    #expect(try levels() == [150, 150, 150, 100])
    #expect(try context.run("zoom 150 --tab 1-4") == "zoomed 1 site\n")
    try context.run("undo")
    #expect(try levels() == [150, 150, 150, 100])
    #expect(try context.run("zoom 150 --tab 1,3") == "These tabs already have this zoom.")
    #expect(try context.run("zoom in --tab 1-3") == "zoomed 2 sites\n")
    #expect(try levels() == [175, 175, 175, 100])
    #expect(try context.run("zoom reset --tab 1-4") == "zoomed 2 sites\n")
    #expect(try levels() == [100, 100, 100, 100])
    #expect(try context.run("zoom 200 --temporary --tab 2,3") == "zoomed 2 tabs\n")
    #expect(try levels() == [100, 200, 200, 100])
    #expect(try context.run("zoom --tab 1-2").contains("shows only one tab at a time"))
  }

  @Test func `several bookmarks get the same tags and note`() throws {
    var context = try memoryShell()
    for name in "abc" { try context.run("bookmark https://\(name).example") }
    #expect(try context.run("bookmark edit 2 --tags work") == "changed #2\n")
    #expect(try context.run("bookmark edit 1-3 --tags work") == "changed 2 bookmarks\n")
    #expect(
      try context.run("bookmark edit 1-3 --tags work")
        == "The bookmarks already have these tags and this note.")
    for name in "abc" {
      #expect(try context.run("bookmarks --tag work").contains("\(name).example"))
    }
    try context.run("undo")
    let tagged = try context.run("bookmarks --tag work")
    #expect(tagged.contains("b.example") && !tagged.contains("a.example"))
    #expect(
      try context.run("bookmark edit 1,2 --title Same")
        == "--title changes a single bookmark, but 2 were named. Name only one, or use --tags or "
        + "--note."
    )
    #expect(try context.run("bookmark edit 1 --title Other") == "changed #1\n")
  }

  @Test func `private tabs are moved and closed together as well`() throws {
    var context = try context("a")
    try context.run("window new --private p.example")
    for name in "qr" { try context.run("open \(name).example") }
    try context.run("pin 2-3")
    #expect(try strips(context) == "a QRp")
    try context.run("undo")
    #expect(try strips(context) == "a pqr")
    #expect(try context.run("pin 1:1 2:1").contains("Private windows cannot be part"))
    #expect(try strips(context) == "a pqr")
  }

  @Test func `several bookmarks are moved and removed at once`() throws {
    var context = try memoryShell()
    for name in "abcd" { try context.run("bookmark https://\(name).example") }
    try context.run("folder Work")
    #expect(
      try context.run("bookmark move #1 #3 --folder Work --position 1").hasPrefix(
        "--position requires")
    )
    #expect(try context.run("bookmark move #3,#1 --folder Work") == "moved 2 bookmarks\n")
    let work = "https://c.example/\nhttps://a.example/"
    #expect(try addresses(&context, in: "Work") == work)
    // One undo restores both bookmarks.
    try context.run("undo")
    #expect(try context.run("bookmarks Work").contains("a.example") == false)
    try context.run("redo")
    #expect(try addresses(&context, in: "Work") == work)
    #expect(
      try context.run("bookmark remove #5 #2") == "The folder is not empty; --all removes it with "
        + "its contents.")
    #expect(try context.run("bookmarks").contains("b.example"))
    #expect(try context.run("bookmark remove #5 #1 #2 --all") == "removed 3 bookmarks\n")
    #expect(try context.run("bookmarks") == "1  #4  https://d.example/\n")
  }

  /// Returns the addresses of the bookmarks in a folder, one per line.
  private func addresses(_ context: inout CommandContext, in folder: String) throws -> String {
    try context.run("bookmarks \(folder)").split(whereSeparator: \.isWhitespace)
      .filter { $0.hasPrefix("https:") }.joined(separator: "\n")
  }
}
