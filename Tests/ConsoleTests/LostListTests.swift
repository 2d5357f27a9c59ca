import BrowserModel
import CommandKit
import RetraceStore
import Testing

@testable import Catalogue

/// The note on tabs whose lists a connected browser no longer has.
@Suite(.timeLimit(.minutes(30)))
struct LostListTests {
  private var shell: CommandContext
  private static let note = "Firefox no longer has the Back and Forward list of this tab"

  init() throws {
    shell = try memoryShell()
    try shell.store.perform(.openSession(frontEnd: "firefox"), by: Origin(.engine))
  }

  /// Closes a tab with a list, and then others.
  private mutating func closeTabs(after count: Int) throws {
    try shell.run("open a.example ; go b.example ; close")
    for place in 0..<count { try shell.run("open example.org/\(place) ; close") }
  }

  @Test mutating func reopeningAnOldTabSaysThatItsListIsLost() throws {
    try closeTabs(after: 25)
    let answer = try shell.run("reopen 26")
    #expect(answer.contains(Self.note))
  }

  @Test mutating func aTabThatTheBrowserKeepsIsReopenedCompletely() throws {
    try closeTabs(after: 24)
    let answer = try shell.run("reopen 25")
    #expect(answer.contains("reopened"))
    #expect(!answer.contains("no longer has"))
  }

  @Test mutating func undoSaysItToo() throws {
    try closeTabs(after: 25)
    let closing = try #require(shell.store.browser.closed.first).id.event
    let answer = try shell.run("undo #\(closing.rawValue)")
    #expect(answer.contains(Self.note))
  }

  @Test mutating func aTabWithOnePageLosesNothing() throws {
    try shell.run("open a.example ; close")
    try closeTabs(after: 25)
    let answer = try shell.run("reopen 27")
    #expect(answer.contains("reopened"))
    #expect(!answer.contains("no longer has"))
  }

  @Test mutating func aProfileWithoutBrowserHasNoSuchNote() throws {
    try shell.store.perform(.endSession, by: Origin(.engine))
    try closeTabs(after: 25)
    let answer = try shell.run("reopen 26")
    #expect(answer.contains("reopened"))
    #expect(!answer.contains("no longer has"))
  }
}
