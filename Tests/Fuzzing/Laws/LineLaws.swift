import BrowserModel
import LineEditing
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport

@testable import Catalogue
@testable import CommandKit
@testable import Console
@testable import Exchange

/// Laws for any lines typed at the console.
enum LineLaws {
  /// Commands that access files or start other programs. They must not run with random arguments.
  private static let apart: Set<String> = [
    "import", "export", "inspect", "record", "replay", "backup", "verify", "recover", "report",
    "compact",
    "source", "page thumbnail", "sync server", "live", "live status", "live install",
    "live extension", "live remove",
  ]

  private static let maximumLines = 6

  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    var context = try context()
    context.presentation.printsJSON = text.utf8.count % 2 == 1
    for line in text.split(separator: "\n").prefix(maximumLines).map(String.init) {
      try split(line)
      try complete(line, context)
      try run(line, &context)
    }
  }

  /// A console with a stopped clock, on an in-memory log with a few tabs.
  static func context() throws -> CommandContext {
    let start: Int64 = 1_767_225_600_000
    var presentation = CommandContext.Presentation()
    presentation.now = { Timestamp(milliseconds: start) }
    presentation.assumesYes = true
    var context = CommandContext(store: try Store(EventLog()) { start }, presentation: presentation)
    for line in [
      "open a.example/x", "page title Title", "open b.example", "group 2 --title G",
      "folder 'My Work/Swift'", "bookmark https://c.example/ --title C", "mark trip", "zoom 125",
    ] { try run(line, &context) }
    return context
  }

  /// The words occur in the line, in order.
  private static func split(_ line: String) throws(BrokenLaw) {
    var end = 0
    let words = Words(line, takesText: CommandCatalogue.table.index.takesText)
    for word in words.commands.joined() {
      try hold(word.range.lowerBound >= end, "words overlap in “\(line)”")
      end = word.range.upperBound
      try hold(end <= line.utf8.count, "a word goes beyond “\(line)”")
    }
    if let comment = words.comment {
      try hold(comment.upperBound <= line.utf8.count, "a comment goes beyond “\(line)”")
    }
  }

  /// Completions contain no characters that control a terminal.
  private static func complete(_ line: String, _ context: CommandContext) throws(BrokenLaw) {
    let completing = LineCompletion(context: context)
    _ = LineHint(context).hint(line)
    for candidate in completing.complete(line).candidates {
      try hold(
        SafeText(candidate.text).text == candidate.text, "“\(candidate.text)” is obeyed")
    }
  }

  /// Each command prints visible text or one JSON document, or reports an error, and the state
  /// remains valid.
  private static func run(_ line: String, _ context: inout CommandContext) throws {
    guard let commands = try? Words.split(line, takesText: CommandCatalogue.table.index.takesText)
    else {
      return
    }
    let outer = context.positionSnapshot
    defer { context.positionSnapshot = outer }
    context.enterLine(of: commands.count)
    for words in commands {
      guard let meaning = try? CommandCatalogue.table.read(words),
        case .run(let command, let arguments) = meaning,
        !apart.contains(command.declaration.name)
      else { continue }
      let answer = command.run(&context, arguments)
      context.settleFocus()
      try check(answer, of: line)
      let (durable, hidden) = (context.store.browser, context.store.privateBrowser)
      let broken = durable.brokenInvariants() + hidden.brokenInvariants()
      try hold(broken.isEmpty, "“\(line)”: \(broken)")
    }
  }

  private static func check(_ answer: Answer, of line: String) throws {
    let text = answer.output.text
    if answer.isJSON {
      do {
        _ = try JSONParser.parse(Array(text.utf8))
      } catch {
        throw BrokenLaw(description: "“\(line)” answers no JSON: \(text)")
      }
    }
    try hold(!text.unicodeScalars.contains("\u{1b}"), "“\(line)” writes to the terminal")
    if let failure = answer.failure {
      try hold(!failure.message.isEmpty, "“\(line)” fails without a word")
    }
  }
}
