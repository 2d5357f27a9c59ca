import Foundation
import TestSupport
import Testing

/// Text that could control a terminal, through every command that prints it.
@Suite struct HostileTextTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  static func rows() throws -> [Row] {
    let own = [
      Row(name: "bell and escape", text: "\u{7}\u{1b}[2Jx"),
      Row(name: "isolate", text: "a\u{2066}b\u{2069}"),
      Row(name: "line ends", text: "a\rb"),
    ]
    guard Corpora.arePresent else { return own }
    return try own + Corpora.lines("hostile/texts.jsonl", as: Row.self)
  }

  /// Returns a text in single quotes, which may contain any character except the quote, NUL and
  /// newlines.
  static func quoted(_ text: String) -> String {
    "'" + text.filter { $0 != "'" && $0 != "\0" && $0 != "\n" } + "'"
  }

  @Test(arguments: try rows(), [[], ["--json"]])
  func `no text is printed without sanitizing`(row: Row, options: [String]) throws {
    let word = Self.quoted(row.text)
    let run = try RetraceProcess.run(
      ["--memory", "--keep-going", "--color", "never"] + options,
      input: """
        open a.example
        page title \(word)
        go \(word)
        open \(word)
        follow \(word)
        page push \(word)
        page failed \(word)
        bookmark https://b.example --title \(word) --folder \(word) --tags \(word) --note \(word) --keyword k
        group 1 --title \(word)
        set searchTemplate \(word)
        tabs
        tabs \(word)
        windows
        groups
        history
        address
        resolve \(word)
        bookmarks
        visits
        visits \(word)
        log --limit 100
        show 3
        state
        close
        closed
        reopen
        undo
        help \(word)
        source \(word)
        \(word)

        """)
    for text in [run.output, run.errors] {
      let raw = text.withoutEmojiJoiners.filter { scalar in
        scalar != "\n"
          && (scalar.properties.generalCategory == .control
            || scalar.properties.generalCategory == .format)
      }
      #expect(raw.isEmpty, "\(raw.map { String($0.value, radix: 16) })")
    }
    #expect(run.output.contains("b.example"))
  }

  @Test func `a line that is not UTF-8 fails like any other`() throws {
    let input = Data("open a.example/".utf8 + [0xff, 0xfe, 10] + "tabs\n".utf8)
    let message = "standard input:1: This line is not UTF-8, so it was not run.\n"
    let stopping = try RetraceProcess.run(["--memory"], input: input)
    #expect(stopping.output == "")
    #expect(stopping.errors == message)
    #expect(stopping.status == 1)
    let going = try RetraceProcess.run(["--memory", "--keep-going"], input: input)
    #expect(going.output == "No tab is open.\n")
    #expect(going.errors == message)
    #expect(going.status == 1)
  }

  @Test(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
  func `the program survives hostile standard input`() throws {
    let invalid = try RetraceProcess.run(
      ["--memory", "--keep-going"], input: Corpora.data("hostile/stdin-invalid-utf8.bin"))
    #expect(invalid.status == 1)
    #expect(invalid.errors.split(separator: "\n").count == 2)
    #expect(invalid.output.contains("Tabs\n"))
    let unended = try RetraceProcess.run(
      ["--memory"], input: Corpora.data("hostile/stdin-no-newline.txt"))
    #expect(unended.status == 0)
    #expect(unended.output == invalid.output)
  }

  @Test func `the program survives a long line and many words`() throws {
    let run = try RetraceProcess.run(
      ["--memory", "--keep-going"],
      input: "go \(String(repeating: "x", count: 3_000_000))\n"
        + String(repeating: "tab ", count: 100_000) + "\n" + "open ok.example\n")
    #expect(run.errors.contains("longer than 2 MiB"))
    #expect(run.output.hasSuffix("ok.example/\n"))
  }
}
