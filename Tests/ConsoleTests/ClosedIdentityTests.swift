import BrowserModel
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue

/// Closed items have the same id in all commands.
@Suite struct ClosedIdentityTests {
  private func json(_ context: inout CommandContext, _ line: String) throws -> String {
    context.presentation.printsJSON = true
    defer { context.presentation.printsJSON = false }
    return try context.run(line)
  }

  @Test func `a closed tab has its own id everywhere`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    try context.run("open b.example")
    try context.run("close 2")
    #expect(try context.run("closed") == "1  #3  00:00  tab  https://b.example/\n")
    #expect(
      try json(&context, "closed").contains(
        #"{"id":3,"kind":"tab","event":4,"closedAt":""#))
    #expect(try context.run("diff 3").contains("closed list: tab #3"))
    #expect(try json(&context, "diff 3").contains(#""item":3,"event":4,"#))
    #expect(try !context.run("show 4").contains("item"))
    try context.run("reopen #3")
    #expect(try context.run("show 5").contains("closed by  #4"))
    try context.run("close 2")
    #expect(try context.run("reopen #6").hasPrefix("reopened tab 2: https://b.example/"))
  }

  @Test func `a closed window has its own id everywhere`() throws {
    var context = try WindowListTests.context()
    try context.run("window close")
    #expect(try json(&context, "closed").contains(#"{"id":4,"kind":"window","event":8,"#))
    #expect(try context.run("diff 7").contains("closed list: window #4"))
    #expect(try json(&context, "diff 7").contains(#""item":4,"event":8,"#))
    #expect(try context.run("reopen #8") == "reopened 3 tabs\n")
    try context.run("window close")
    #expect(try context.run("reopen #4") == "reopened 3 tabs\n")
  }
}
