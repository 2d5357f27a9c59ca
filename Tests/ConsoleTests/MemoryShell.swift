import EventLog
import Session

@testable import Console

/// A shell on a log in memory, with a clock that stands still.
func memoryShell() throws -> Shell {
  let start: Int64 = 1_767_225_600_000
  var presentation = Shell.Presentation()
  presentation.now = { Timestamp(milliseconds: start) }
  return Shell(
    session: try Session(EventLog(), clock: { start }), presentation: presentation)
}

extension Shell {
  /// Runs a line and gives what it shows; a failure as its message, as a person sees it.
  @discardableResult
  mutating func run(_ line: String) throws -> String {
    var text = ""
    for words in try Words.split(line) {
      guard case .run(let command, let arguments) = try Catalogue.table.read(words) else {
        continue
      }
      let answer = command.run(&self, arguments)
      settleFocus()
      text += answer.output.text + VisibleText(answer.failure?.message ?? "").text
    }
    return text
  }
}
