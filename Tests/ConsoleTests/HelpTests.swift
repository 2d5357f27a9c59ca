import BrowserModel
import EventCoding
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct HelpTests {
  static let help = Help(SampleTable.index)

  @Test func `a command's help has usage, options and examples`() throws {
    #expect(
      try Self.help.text(for: "open").text == """
        open [ADDRESS] [--background] [--from TAB] [--position N] [--private]
          Open a tab.

          Without an address the tab shows the start page.

        Options
          --background  leave the active tab as it is
          --from TAB    say which tab opened it
          --position N  put it there
          --private     open it in a private window

        Examples
          open example.com --background  open it behind the active tab
          open --position 1 rust [book]  search, in the first tab

        """)
  }

  @Test func `a command for programs has a page, but is not in the list of commands`() throws {
    let help = Help(CommandCatalogue.table.index)
    #expect(try !help.text(for: "").text.contains("\n  complete "))
    #expect(try help.text(for: "@console").text.contains("complete LINE…"))
    #expect(try help.text(for: "complete").text.hasPrefix("complete LINE…"))
  }

  @Test(arguments: [
    Case("list", "close", "close [TAB…] [--others|--left|--right]"),
    Case("required", "move", "move TAB POSITION [--window N]"),
    Case("two words", "page title", "page title TEXT [--tab TAB]"),
    Case("two values", "forget", "forget [URL] [--between A B] [--site HOST]…"),
    Case("list before another", "restore", "restore WHAT… POINT"),
  ])
  func `usage shows the accepted arguments`(row: Case<String, String>) throws {
    let place = try #require(SampleTable.index.place(of: row.input))
    #expect(SampleTable.declarations[place].usage == row.expected)
  }

  @Test(arguments: HelpTopic.all.map(\.name), [40, 80])
  func `a topic fits on the screen, and is not the name of a command`(topic: String, columns: Int)
    throws
  {
    let help = Help(CommandCatalogue.table.index, columns: columns)
    let text = try help.text(for: topic).text
    #expect(
      text.split(separator: "\n").allSatisfy { SafeText(trusted: String($0)).columns <= columns }
    )
    // The description in a row has at least 24 columns, even next to a long name.
    #expect(
      text.split(separator: "\n").allSatisfy { $0.prefix { $0 == " " }.count <= columns - 24 })
    #expect(CommandCatalogue.table.index.place(of: topic) == nil)
    #expect(try help.text(for: "").text.contains("help \(topic)"))
  }

  @Test func `every line of the tutorial has the described effect`() throws {
    var context = try memoryShell()
    var answers: [String: String] = [:]
    for case .rows(let lines) in HelpTopic.tutorial.parts {
      for (line, _) in lines { answers[line] = try context.run(line) }
    }
    #expect(answers["close swift"] == "closed https://swift.org/\n")
    #expect(answers["closed"]?.contains("https://swift.org/") == true)
    #expect(answers["find swift"]?.contains("reopen #2") == true)
    #expect(answers["undo"]?.hasPrefix("undid: closed https://swift.org/") == true)
    #expect(answers["redo"]?.hasPrefix("redid: closed https://swift.org/") == true)
    #expect(answers["reopen"]?.contains("https://swift.org/") == true)
    #expect(answers["at 4"]?.hasPrefix("at #4") == true)
    #expect(answers["diff 4"]?.isEmpty == false)
    #expect(answers["why 1"]?.contains("opened") == true)
  }

  @Test func `the examples of quoting are split as described`() {
    #expect(Words("open \"two words\"").commands[0].map(\.text) == ["open", "two words"])
    #expect(Words("go it's here").commands[0].map(\.text) == ["go", "it's", "here"])
    #expect(Words("tabs ; windows").commands.count == 2)
    #expect(Words("# a note").commands.isEmpty)
    #expect(Words("go ^ & * $ + # %").commands[0].count == 8)
  }

  @Test func `settings are listed by name`() {
    var names: [String] = []
    for case .rows(let rows) in HelpTopic.settings.parts { names += rows.map(\.0) }
    #expect(Set(names) == Set(Settings.Name.allCases.map { "\($0)" }))
  }

  @Test func `the list contains every command under its heading`() throws {
    let lines = try Self.help.text(for: "").text.split(separator: "\n")
    for declaration in SampleTable.declarations {
      let heading = try #require(lines.firstIndex { $0 == declaration.group.title })
      let row = try #require(lines.firstIndex { $0.hasPrefix("  \(declaration.name) ") })
      #expect(heading < row)
    }
  }

  @Test func `topics are groups, families and aliases`() throws {
    #expect(try Self.help.text(for: "@zoom").text.hasPrefix("Zoom\nzoom [PERCENT] [--tab TAB]\n"))
    #expect(try Self.help.text(for: "page").text.contains("page scroll"))
    #expect(try Self.help.text(for: "?") == Self.help.text(for: "help"))
    #expect(try Self.help.text(for: "window").text.contains("See also\n  window new"))
  }

  @Test(arguments: [
    Case("command", "opne", "unknown command “opne”; did you mean “open”?"),
    Case("group", "@tbs", "unknown group “@tbs”; did you mean “@tabs”?"),
    Case("far", "xyzzy", "unknown command “xyzzy”; “help” lists the commands"),
  ])
  func `an unknown topic is refused`(row: Case<String, String>) throws {
    let error = try #require(throws: UsageError.self) { _ = try Self.help.text(for: row.input) }
    #expect(error.message == row.expected)
  }

  @Test(arguments: [40, 60, 100]) func `lines do not exceed the edge of the screen`(columns: Int)
    throws
  {
    let help = Help(SampleTable.index, columns: columns)
    for topic in SampleTable.declarations.map(\.name) + ["@tabs"] {
      for line in try help.text(for: topic).text.split(separator: "\n") {
        #expect(SafeText(trusted: String(line)).columns <= columns, "\(topic): \(line)")
      }
    }
  }

  @Test func `the program's help lists every option`() {
    let lines = Self.help.program.text.split(separator: "\n")
    for option in ProgramOptions.all {
      #expect(lines.contains { $0.contains(option.usageWithLetter) }, "\(option.name)")
    }
  }

  @Test func `words are wrapped, but text in brackets is not`() {
    #expect(TextWrap.lines("aa bb cc", columns: 5) == ["aa bb", "cc"])
    #expect(
      TextWrap.lines("open [--position N] x", columns: 10) == ["open", "[--position N]", "x"])
    #expect(TextWrap.lines("", columns: 5) == [""])
    #expect(TextWrap.lines("a [b", columns: 5) == ["a [b"])
  }

  @Test func `the manual page contains every command and no unescaped dash`() {
    let page = ManualPage(SampleTable.index, version: "1.0", date: "2026-01-01").text()
    #expect(page.hasPrefix(".TH RETRACE 1 2026-01-01 \"retrace 1.0\"\n"))
    #expect(page.contains(".B close [TAB\\[u2026]] [\\-\\-others|\\-\\-left|\\-\\-right]\n"))
    for declaration in SampleTable.declarations {
      #expect(page.contains(".B \(declaration.name)"), "\(declaration.name)")
    }
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    let requests = page.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
    let known = [".BR", ".TH", ".SH", ".SS", ".TP", ".B", ".RI", ".PP", ".IP", ".RS", ".RE"]
    #expect(
      requests.allSatisfy { line in known.contains { line == $0 || line.hasPrefix($0 + " ") } })
  }
}

extension ValueKind {
  var choices: [String] {
    if case .choice(let names) = self { names } else { [] }
  }
}
