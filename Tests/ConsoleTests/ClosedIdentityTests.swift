import BrowserModel
import Store
import TestSupport
import Testing

@testable import Console

/// What was closed goes by one id, whoever speaks of it.
@Suite struct ClosedIdentityTests {
  private func json(_ shell: inout CommandContext, _ line: String) throws -> String {
    shell.presentation.printsJSON = true
    defer { shell.presentation.printsJSON = false }
    return try shell.run(line)
  }

  @Test func `a closed tab goes by its own id everywhere`() throws {
    var shell = try memoryShell()
    try shell.run("open a.example")
    try shell.run("open b.example")
    try shell.run("close 2")
    #expect(try shell.run("closed") == "1  #3  00:00  tab  https://b.example/\n")
    #expect(
      try json(&shell, "closed").contains(
        #"{"id":3,"kind":"tab","event":4,"closedAt":""#))
    #expect(try shell.run("diff 3").contains("closed list: tab #3"))
    #expect(try json(&shell, "diff 3").contains(#""item":3,"event":4,"#))
    #expect(try !shell.run("show 4").contains("item"))
    try shell.run("reopen #3")
    #expect(try shell.run("show 5").contains("closed by  #4"))
    try shell.run("close 2")
    #expect(try shell.run("reopen #6").hasPrefix("reopened tab 2: https://b.example/"))
  }

  @Test func `a closed window goes by its own id everywhere`() throws {
    var shell = try WindowListTests.shell()
    try shell.run("window close")
    #expect(try json(&shell, "closed").contains(#"{"id":4,"kind":"window","event":8,"#))
    #expect(try shell.run("diff 7").contains("closed list: window #4"))
    #expect(try json(&shell, "diff 7").contains(#""item":4,"event":8,"#))
    #expect(try shell.run("reopen #8") == "reopened 3 tabs\n")
    try shell.run("window close")
    #expect(try shell.run("reopen #4") == "reopened 3 tabs\n")
  }
}
