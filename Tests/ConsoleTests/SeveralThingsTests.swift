import BrowserModel
import Store
import Testing
import Timeline

@testable import Console

/// Commands about several things at once: one action, one batch, one undo.
@Suite struct SeveralThingsTests {
  /// A shell with tabs a, b, c … in one window.
  private func shell(_ names: String) throws -> CommandContext {
    var shell = try memoryShell()
    for name in names { try shell.run("open \(name).example") }
    return shell
  }

  /// The first letters of the hosts of a window's tabs, from left to right; windows are separated by
  /// spaces, and pinned tabs are capitals.
  private func strips(_ shell: CommandContext) throws -> String {
    try shell.read { words in
      shell.windows.map { window in
        let browser = shell.browser(of: window.id)
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
  func `is one action that one undo takes back`(line: String, expected: String) throws {
    var shell = try shell("abcde")
    let words = line.split(separator: ";").map { $0.drop { $0 == " " } }
    for step in words.dropLast() { try shell.run(String(step)) }
    let before = try strips(shell)
    let newest = shell.store.timeline.position
    let answer = try shell.run(String(words.last ?? ""))
    #expect(try strips(shell) == expected, "\(answer)")
    var batches: Set<BatchID> = []
    try shell.visitEventsOfAllLines(isPrivate: false, from: newest.advanced(by: 1)) { event, _ in
      batches.insert(event.batch)
      return true
    }
    #expect(batches.count == 1)
    try shell.run("undo")
    #expect(try strips(shell) == before)
  }

  @Test func `what is so already is passed by, and said`() throws {
    var shell = try shell("abc")
    try shell.run("mute 2")
    #expect(try shell.run("mute 1-3") == "muted 2 tabs; 1 of them already was\n")
    #expect(try shell.run("mute 1-3") == "All of these tabs are muted already.")
    #expect(try shell.run("discard 1,3") == "discarded 2 tabs\n")
  }

  @Test func `a range that does not exist leaves all as it was`() throws {
    var shell = try shell("abc")
    #expect(try shell.run("pin 2-5").contains("There is no tab 4"))
    #expect(try strips(shell) == "abc")
  }

  @Test func `--all is about every tab that the words fit`() throws {
    var shell = try memoryShell()
    for url in ["forum.example/1", "news.example", "forum.example/2"] {
      try shell.run("open \(url)")
    }
    #expect(try shell.run("pin forum").contains("fits 2 tabs"))
    #expect(try shell.run("pin --all forum") == "pinned 2 tabs\n")
    #expect(try strips(shell) == "FFn")
    #expect(try shell.run("close --all nothing").contains("No open tab has “nothing”"))
    #expect(try shell.run("pin --all 1").contains("--all needs words"))
  }

  @Test func `close --dry-run lists and writes nothing`() throws {
    var shell = try shell("abcd")
    let newest = shell.store.timeline.position
    let answer = try shell.run("close 2-3 --dry-run")
    #expect(answer.contains("b.example") && answer.contains("c.example"))
    #expect(!answer.contains("a.example") && !answer.contains("d.example"))
    #expect(shell.store.timeline.position == newest)
    #expect(try strips(shell) == "abcd")
  }

  @Test func `what was closed is reopened together, each at its place`() throws {
    var shell = try shell("abcde")
    for line in ["close 2", "close 3", "close 1"] { try shell.run(line) }
    #expect(try strips(shell) == "ce")
    #expect(try shell.run("reopen 1-3") == "reopened 3 tabs\n")
    #expect(try strips(shell) == "abcde")
    try shell.run("undo")
    #expect(try strips(shell) == "ce")
    #expect(try shell.run("reopen 1,9").contains("There is no closed item 9"))
    #expect(try strips(shell) == "ce")
  }

  @Test func `--here reopens what was closed last in the focused window`() throws {
    var shell = try memoryShell()
    for line in [
      "open a.example", "open b.example", "window new c.example", "open d.example", "window 1",
      "close 2", "window 2", "close 2", "window 1",
    ] { try shell.run(line) }
    #expect(try shell.run("reopen --here").contains("b.example"))
    #expect(try strips(shell) == "ab c")
    #expect(
      try shell.run("reopen --here").contains("Nothing is listed that was closed in this window"))
  }

  @Test func `several actions are undone at once, and none where one cannot be`() throws {
    var shell = try shell("abcd")
    try shell.run("mute 1")
    let first = shell.store.timeline.position.rawValue
    try shell.run("pin 2")
    let second = shell.store.timeline.position.rawValue
    try shell.run("close 4")
    let state = try strips(shell)
    #expect(try shell.run("undo #\(first) #999").contains("There is no event"))
    #expect(try strips(shell) == state)
    let answer = try shell.run("undo #\(first),#\(second)")
    #expect(answer.contains("undid: muted") && answer.contains("undid: pinned"))
    #expect(try strips(shell) == "abc")
    #expect(!shell.browser.tabs.contains { $0.isMuted })
    try shell.run("redo #\(second) #\(first)")
    #expect(try strips(shell) == "Bac")
  }

  @Test func `private tabs are moved and closed together as well`() throws {
    var shell = try shell("a")
    try shell.run("window new --private p.example")
    for name in "qr" { try shell.run("open \(name).example") }
    try shell.run("pin 2-3")
    #expect(try strips(shell) == "a QRp")
    try shell.run("undo")
    #expect(try strips(shell) == "a pqr")
    #expect(try shell.run("pin 1:1 2:1").contains("Private windows cannot be part"))
    #expect(try strips(shell) == "a pqr")
  }

  @Test func `several bookmarks are moved and removed at once`() throws {
    var shell = try memoryShell()
    for name in "abcd" { try shell.run("bookmark https://\(name).example") }
    try shell.run("folder Work")
    #expect(
      try shell.run("bookmark move #1 #3 --folder Work --position 1").hasPrefix("--position is for")
    )
    #expect(try shell.run("bookmark move #3,#1 --folder Work") == "moved 2 bookmarks\n")
    let work = "https://c.example/\nhttps://a.example/"
    #expect(try addresses(&shell, in: "Work") == work)
    // The undo of one action brings both back.
    try shell.run("undo")
    #expect(try shell.run("bookmarks Work").contains("a.example") == false)
    try shell.run("redo")
    #expect(try addresses(&shell, in: "Work") == work)
    #expect(
      try shell.run("bookmark remove #5 #2") == "The folder is not empty; --all removes it "
        + "with what it holds.")
    #expect(try shell.run("bookmarks").contains("b.example"))
    #expect(try shell.run("bookmark remove #5 #1 #2 --all") == "removed 3 bookmarks\n")
    #expect(try shell.run("bookmarks") == "1  #4  https://d.example/\n")
  }

  /// The addresses of the bookmarks of a folder, one per line.
  private func addresses(_ shell: inout CommandContext, in folder: String) throws -> String {
    try shell.run("bookmarks \(folder)").split(whereSeparator: \.isWhitespace)
      .filter { $0.hasPrefix("https:") }.joined(separator: "\n")
  }
}
