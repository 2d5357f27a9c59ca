package import BrowserModel
package import CommandKit
package import Notation
package import RetraceStore

/// What a command gives back: something to show, or a failure.
package struct Answer {
  /// What is shown, lines with their newlines; JSON where that was asked for.
  package var output: SafeText = ""
  package var failure: CommandFailure?
  /// What the program's end says to its caller where the command did what it was asked to.
  package var status = ExitStatus.done
  /// Whether the console ends with it.
  package var quits = false
  /// The script that is to be run now.
  package var script: String?
  /// Where other programs are to be served from now on.
  package var served: ServedPlace?
  /// The events that are shown from now on, as they are appended.
  package var following: LogFilter?
  /// What a terminal shows behind ``output``; others do not.
  package var illustrations = IllustratedLines()
  /// Whether it may lack what damaged events said, by the word of another program.
  package var mayLackEvents = false
  /// Whether another program is to read ``output`` as it is.
  var isVerbatim = false
  /// The alias that the command made.
  package var newAlias: String?
  /// Whether ``output`` is an object of JSON in a line.
  private(set) var isJSON = false

  /// Nothing to say.
  package static let nothing = Answer()

  init() {}

  init(_ line: SafeText) {
    output = line
    output += "\n"
  }

  init(lines: SafeText) { output = lines }

  /// What another program reads.
  init(verbatim text: String) {
    output = SafeText(trusted: text)
    isVerbatim = true
  }

  /// The output as a terminal gets it: in its signs, and broken between words; for programs as it is.
  package func text(in context: CommandContext) -> SafeText {
    guard !isJSON, !isVerbatim else { return output }
    return context.signs(output.wrapped(toColumns: context.presentation.columns))
  }

  package init(_ failure: CommandFailure) { self.failure = failure }

  init(_ table: Table, width: Int?) { output = table.text(width: width) }

  package init(json: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object(json)
    writer.endLine()
    output = SafeText(trusted: writer.text)
    isJSON = true
  }

  /// The events that a command appended, as JSON. Its sequence counts durable events (T7).
  ///
  /// - Parameter newest: The newest event of the log, for a command that changed nothing in it.
  package init(performed: [Commit], newest: EventID) {
    self.init { Self.write(performed, newest: newest, to: &$0) }
  }

  /// Writes what was appended as members of an object: ``JSONShape/writtenMembers``.
  package static func write(_ performed: [Commit], newest: EventID, to json: inout JSONWriter) {
    let last = performed.last { !$0.events.isEmpty && !$0.sequence.isPrivate }?.sequence ?? newest
    json.member("sequence", last.rawValue)
    json.array("events") { json in
      for performed in performed {
        for event in performed.events {
          json.object { json in
            EventJSON.write(
              event, to: &json, words: EventWords(performed.words.span.raw), hasRun: false)
          }
        }
      }
    }
  }
}
