import BrowserModel
import RetraceStore
import Testing

@testable import Catalogue

/// One-line summaries of differences, and descriptions of actions.
@Suite struct SummaryTests {
  /// Returns a context with twelve tabs, of which six were closed since the mark, and a new window.
  private func context() throws -> CommandContext {
    var context = try memoryShell()
    for number in 1...12 { try context.run("open site\(number).example") }
    try context.run("set historyLimit 30")
    try context.run("mark before")
    try context.run("close 1 2 3 4 5 6")
    try context.run("window new other.example")
    try context.run("set historyLimit 20")
    return context
  }

  private let counts = "1 tab opened, 6 closed; 1 window opened"

  @Test func `a long difference begins with a summary, which is also available by itself`() throws {
    var context = try context()
    #expect(try context.run("diff before").hasPrefix("\(counts); 1 setting changed\n+  window "))
    #expect(try context.run("diff before --stat") == "\(counts); 1 setting changed\n")
    #expect(try context.run("diff now --stat") == "Nothing differs.\n")
    context.presentation.printsJSON = true
    #expect(
      try context.run("diff before --stat").hasPrefix(
        #"{"stat":{"windows":{"added":1,"removed":0,"changed":0},"tabs":{"added":1,"removed":6,"changed":0}"#
      ))
  }

  @Test func `the preview of a restoration matches its result`() throws {
    var context = try context()
    let before = context.store.browser.sequence
    let preview = try context.run("restore before --dry-run --window 1")
    #expect(preview.hasPrefix("would restore: 6 tabs back\n"))
    #expect(
      try context.run("restore before --dry-run --settings")
        == "would restore: 1 setting changed\n~  historyLimit 20 → 30\n")
    #expect(context.store.browser.sequence == before)
    let done = try context.run("restore before --window 1")
    #expect(done.hasPrefix("restored #14: 6 tabs back\n"))
    #expect(done.split(separator: "\n").dropFirst() == preview.split(separator: "\n").dropFirst())
    #expect(
      try context.run("restore before --dry-run --window 1") == "That part is as it was then.")
    #expect(
      try context.run("restore before --window 9").hasSuffix(
        " Windows and tabs are numbered as they were then."))
  }

  @Test func `the preview of restoring as JSON`() throws {
    var context = try context()
    context.presentation.printsJSON = true
    let preview = try context.run("restore before --dry-run --settings")
    #expect(
      preview == #"{"diff":[{"kind":"setting","name":"historyLimit","from":"20","to":"30"}]}"#
        + "\n")
  }

  @Test func `undo lists the undone actions, or their number if there are many`() throws {
    var context = try context()
    #expect(try context.run("undo") == "undid: set historyLimit to 20\n")
    #expect(try context.run("undo") == "undid: opened https://other.example/\n")
    #expect(
      try context.run("undo")
        == "undid: closed https://site6.example/ and 5 more\n6 tabs back\n")
  }

  @Test(arguments: [
    ("pin 2", "pinned https://b.example/"), ("mute 1", "muted https://a.example/"),
    ("zoom 125", "zoomed b.example to 125 %"),
    ("zoom default 110", "set the default zoom to 110 %"),
    ("go c.example", "went to https://c.example/"), ("bookmark", "bookmarked https://b.example/"),
    ("folder Work", "created the folder Work"),
    ("move 2 1", "moved https://b.example/"), ("group 1", "grouped https://a.example/"),
  ])
  func `an action is described in words`(line: String, words: String) throws {
    var context = try memoryShell()
    try context.run("open a.example")
    try context.run("open b.example")
    try context.run(line)
    #expect(try context.run("undo") == "undid: \(words)\n")
  }

  @Test func `a focus change is not listed as an action`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    try context.run("open b.example")
    try context.run("close 1")
    try context.run("window new")
    try context.run("reopen")
    #expect(try context.run("undo") == "undid: reopened https://a.example/\n")
  }

  @Test func `a page's own navigation is undone with its cause, and reported`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    let tab = try #require(context.store.browser.windows.first).activeTab
    let act = try context.store.perform(.go(tab, Destination("https://b.example/"))).events[0]
    for url in ["https://c.example/", "https://d.example/"] {
      let origin = Origin(.page, cause: act.sequence)
      try context.store.perform(.go(tab, Destination(url)), by: origin)
    }
    var program = context
    program.presentation.printsJSON = true
    let preview = try program.run("undo --dry-run")
    #expect(preview.contains(#""batches":[\#(act.batch.rawValue),4,5]"#))
    #expect(
      try context.run("undo")
        == "undid: went to https://b.example/, and what pages did because of it\n")
    #expect(try context.run("tabs").contains("a.example"))
    #expect(
      try context.run("redo")
        == "redid: went to https://b.example/, and what pages did because of it\n")
    #expect(try context.run("tabs").contains("d.example"))
    #expect(try context.run("undo --last 9").contains("There were only 2."))
  }
}
