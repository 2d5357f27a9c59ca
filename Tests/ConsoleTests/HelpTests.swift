import BrowserModel
import EventCoding
import Foundation
import TestSupport
import Testing

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

  @Test(arguments: [
    Case("list", "close", "close [TAB…] [--others|--left|--right]"),
    Case("required", "move", "move TAB POSITION [--window N]"),
    Case("two words", "page title", "page title TEXT [--tab TAB]"),
    Case("two values", "forget", "forget [URL] [--between A B] [--site HOST]…"),
    Case("list before another", "restore", "restore WHAT… POINT"),
  ])
  func `usage shows what is taken`(row: Case<String, String>) throws {
    let place = try #require(SampleTable.index.place(of: row.input))
    #expect(SampleTable.declarations[place].usage == row.expected)
  }

  @Test(arguments: HelpTopic.allCases, [40, 80])
  func `a topic fits the screen, and no command has its name`(topic: HelpTopic, columns: Int) throws
  {
    let help = Help(Catalogue.table.index, columns: columns)
    let text = try help.text(for: topic.rawValue).text
    #expect(
      text.split(separator: "\n").allSatisfy { VisibleText(trusted: String($0)).columns <= columns }
    )
    // What a row says is not squeezed beside a long name.
    #expect(
      text.split(separator: "\n").allSatisfy { $0.prefix { $0 == " " }.count <= columns - 24 })
    #expect(Catalogue.table.index.place(of: topic.rawValue) == nil)
    #expect(try help.text(for: "").text.contains("help \(topic.rawValue)"))
  }

  @Test func `every line of the tutorial does what it says`() throws {
    var shell = try memoryShell()
    var answers: [String: String] = [:]
    for case .rows(let lines) in HelpTopic.tutorial.parts {
      for (line, _) in lines { answers[line] = try shell.run(line) }
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

  @Test func `the lines of quoting are split as they say`() {
    #expect(Words("open \"two words\"").commands[0].map(\.text) == ["open", "two words"])
    #expect(Words("go it's here").commands[0].map(\.text) == ["go", "it's", "here"])
    #expect(Words("tabs ; windows").commands.count == 2)
    #expect(Words("# a note").commands.isEmpty)
    #expect(Words("go ^ & * $ + # %").commands[0].count == 8)
  }

  @Test func `settings are told of by their names`() {
    var names: [String] = []
    for case .rows(let rows) in HelpTopic.settings.parts { names += rows.map(\.0) }
    #expect(Set(names) == Set(Settings.Name.allCases.map { "\($0)" }))
  }

  @Test func `the list has every command under its heading`() throws {
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

  @Test(arguments: [40, 60, 100]) func `lines end before the edge`(columns: Int) throws {
    let help = Help(SampleTable.index, columns: columns)
    for topic in SampleTable.declarations.map(\.name) + ["@tabs"] {
      for line in try help.text(for: topic).text.split(separator: "\n") {
        #expect(VisibleText(trusted: String(line)).columns <= columns, "\(topic): \(line)")
      }
    }
  }

  @Test func `the program's help names every option`() {
    let lines = Self.help.program.text.split(separator: "\n")
    for option in Call.options {
      #expect(lines.contains { $0.contains(option.usageWithLetter) }, "\(option.name)")
    }
  }

  @Test func `words are wrapped but brackets are not`() {
    #expect(TextWrap.lines("aa bb cc", columns: 5) == ["aa bb", "cc"])
    #expect(
      TextWrap.lines("open [--position N] x", columns: 10) == ["open", "[--position N]", "x"])
    #expect(TextWrap.lines("", columns: 5) == [""])
    #expect(TextWrap.lines("a [b", columns: 5) == ["a [b"])
  }

  @Test func `the manual page has every command and no raw dash`() {
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

@Suite struct ManualPageTests {
  private func page(_ subject: ManualPage.Subject) -> String {
    ManualPage(Catalogue.table.index, version: "1.0", date: "2026-01-01").text(subject)
  }

  @Test(arguments: ManualPage.Subject.allCases)
  func `its lines are short, and none is a request by accident`(subject: ManualPage.Subject) {
    for line in page(subject).split(separator: "\n") {
      #expect(line.hasPrefix(".") || line.utf8.count <= 80, "\(line)")
      #expect(!line.hasPrefix("'"), "\(line)")
    }
  }

  @Test func `that of the log has each kind of event with its members`() {
    let page = page(.log)
    for kind in EventKind.allCases { #expect(page.contains(".B \(kind.name)\n"), "\(kind.name)") }
    #expect(page.contains(".B sequence\ninteger; its number"))
  }

  @Test func `help tells of each format that can be named`() throws {
    let topic = try Help(Catalogue.table.index).text(for: "formats").text
    let kinds = Catalogue.table.index.declarations.filter {
      $0.name == "import" || $0.name == "export"
    }.flatMap { $0.options.flatMap(\.choices) + $0.parameters.flatMap(\.kind.choices) }
    #expect(kinds.count > 30)
    for kind in kinds { #expect(topic.contains(kind), "\(kind)") }
  }

  @Test(
    .enabled(if: ShellCompletionTests.has("/usr/bin/mandoc"), "mandoc is absent"),
    arguments: ManualPage.Subject.allCases)
  func `mandoc finds no fault`(subject: ManualPage.Subject) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/page.\(subject == .log ? 5 : 1)"
    try page(subject).write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Subprocess.run("/usr/bin/mandoc", ["-T", "lint", file])
    #expect(run.output == "")
    #expect(run.status == 0)
  }
}

extension ValueKind {
  fileprivate var choices: [String] {
    if case .choice(let names) = self { names } else { [] }
  }
}

@Suite struct ShellCompletionTests {
  @Test(arguments: ShellCompletion.allCases)
  func `a script names every command and option`(shell: ShellCompletion) {
    let script = shell.script(for: SampleTable.index)
    for declaration in SampleTable.declarations {
      #expect(script.contains(declaration.firstWord))
      for option in declaration.options { #expect(script.contains(option.name)) }
    }
    for option in Call.options { #expect(script.contains(option.name)) }
  }

  static let rows: [Case<[String], String>] = [
    Case("command", ["retrace", "op"], "open"),
    Case("after an option with a value", ["retrace", "-p", "/x", "op"], "open"),
    Case("option of the program", ["retrace", "--js"], "--json"),
    Case("choice of the program", ["retrace", "--color", ""], "auto always never"),
    Case("option of a command", ["retrace", "open", "--b"], "--background"),
    Case("second word", ["retrace", "window", ""], "new"),
    Case("option of a family", ["retrace", "page", "title", "--"], "--tab"),
    Case("choice of a command", ["retrace", "export", "h"], "html"),
    Case("command as an argument", ["retrace", "help", "wi"], "window"),
  ]

  @Test(.enabled(if: has("/bin/bash"), "bash is absent"), arguments: rows)
  func `bash completes`(row: Case<[String], String>) throws {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "retrace.bash")
    try ShellCompletion.bash.script(for: SampleTable.index)
      .write(to: script, atomically: true, encoding: .utf8)
    let program = """
      cd "$1"; source "$1/retrace.bash"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _retrace
      printf '%s\\n' "${COMPREPLY[@]}" | grep -v '[.]bash' | paste -sd' '
      """
    let run = try Subprocess.run(
      "/bin/bash", ["--norc", "-c", program, "bash", folder.path] + row.input)
    #expect(run.output == row.expected + "\n")
  }

  /// What is in a profile is asked for, at the profile that the line names.
  private static let asked: [Case<String, [String]>] = [
    Case("tabs", "close ", ["1", "2"]), Case("a tab by words", "log --tab ", ["1", "2"]),
    Case("marks and branches", "at tri", ["trip"]), Case("branches", "switch tr", ["try"]),
    Case("settings", "set ho", ["homePage"]), Case("kinds", "log --kind tab.o", ["tab.opened"]),
    Case("sites", "forget --site sw", ["swift.org"]),
  ]

  private func profile(_ folder: TemporaryFolder) throws -> String {
    let run = try RetraceProcess.run(
      ["-p", folder.profile], input: "open swift.org\nopen example.com\nmark trip\nbranch try\n")
    #expect(run.status == 0)
    for shell in ShellCompletion.allCases {
      try shell.script(for: Catalogue.table.index).write(
        toFile: "\(folder.path)/\(shell)", atomically: true, encoding: .utf8)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin"
    return RetraceProcess.executable.deletingLastPathComponent().path + ":" + path
  }

  @Test(.enabled(if: has("/bin/bash"), "bash is absent"), arguments: asked)
  func `bash asks the profile`(row: Case<String, [String]>) throws {
    let folder = try TemporaryFolder()
    let path = try profile(folder)
    let program = """
      source "$1/bash"; COMP_WORDS=(retrace -p "$1/profile" $2)
      [[ $2 != *' ' ]] || COMP_WORDS+=(''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _retrace
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Subprocess.run(
      "/bin/bash", ["--norc", "-c", program, "bash", folder.path, row.input],
      environment: ["PATH": path])
    #expect(run.output.split(separator: "\n").map(String.init) == row.expected)
  }

  @Test(.enabled(if: has("/usr/bin/fish"), "fish is absent"), arguments: asked)
  func `fish asks the profile`(row: Case<String, [String]>) throws {
    let folder = try TemporaryFolder()
    let path = try profile(folder)
    let line = "retrace -p \(folder.profile) \(row.input)"
    let run = try Subprocess.run(
      "/usr/bin/fish", ["-c", "source \(folder.path)/fish; complete -C '\(line)'"],
      environment: ["PATH": path, "HOME": folder.path])
    let texts = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(texts == row.expected)
  }

  static func has(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
