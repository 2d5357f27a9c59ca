package import BrowserModel
package import CommandKit
package import Notation
package import RetraceStore

/// The result of a command: output or a failure.
package struct Answer {
  /// The output, as lines that end with newlines, or as JSON if requested.
  package var output: SafeText = ""
  package var failure: CommandError?
  /// The exit status of the program if the command succeeded.
  package var status = ExitStatus.done
  /// Whether the console ends.
  package var quits = false
  /// The script to run now.
  package var script: String?
  /// The place at which to serve other programs from now on.
  package var served: ServedPlace?
  /// The part of a list that the output contains, if a program reads the list in parts.
  package var part: ListPage.Answered?
  /// The filter for events to show from now on, whenever they are appended.
  package var following: LogFilter?
  /// Pictures that a terminal shows after ``output``.
  package var illustrations = IllustratedLines()
  /// Whether another program reported that the answer may lack data of damaged events.
  package var mayLackEvents = false
  /// Whether ``output`` is for another program and must not be changed.
  var isVerbatim = false
  /// The alias created by the command.
  package var newAlias: String?
  /// Whether ``output`` is a JSON object on one line.
  private(set) var isJSON = false

  /// An empty answer.
  package static let nothing = Answer()

  package init() {}

  package init(_ line: SafeText) {
    output = line
    output += "\n"
  }

  package init(lines: SafeText) { output = lines }

  /// Creates an answer with output for another program.
  package init(verbatim text: String) {
    output = SafeText(trusted: text)
    isVerbatim = true
  }

  /// Returns the output, using only characters that the terminal can show, and wrapped between
  /// words. Output for programs is unchanged.
  package func text(in context: CommandContext) -> SafeText {
    guard !isJSON, !isVerbatim else { return output }
    return context.signs(output.wrapped(toColumns: context.presentation.columns))
  }

  package init(_ failure: CommandError) { self.failure = failure }

  package init(_ table: Table, width: Int?) { output = table.text(width: width) }

  package init(json: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object(json)
    writer.endLine()
    output = SafeText(trusted: writer.text)
    isJSON = true
  }

  /// Creates an answer with a value as JSON.
  package init<Value: AnswerObject>(json value: Value) { self.init(json: value, Value.members) }

  /// Creates an answer with the given members of a value as JSON.
  package init<Value>(json value: Value, _ members: AnswerMembers<Value>) {
    self.init { members.write(value, to: &$0) }
  }

  /// Creates a JSON answer that contains the events that a command appended. The sequence number in
  /// the answer is the number of a durable event (T7).
  /// - Parameter newest: The newest event of the log, which is used if the command appended no
  ///   durable event.
  package init(performed: [Commit], newest: EventID) {
    self.init(json: (performed, newest), Self.writtenMembers())
  }

  /// Returns the members that describe the appended events in the answer of a command that writes.
  /// - Parameter hasRun: Whether each event includes the run that wrote it.
  package static func writtenMembers(
    hasRun: Bool = false
  ) -> AnswerMembers<(performed: [Commit], newest: EventID)> {
    AnswerMembers { answer in
      answer.member("sequence", "the number of the newest event that is on disk") {
        $0.performed.last { !$0.events.isEmpty && !$0.sequence.isPrivate }?.sequence ?? $0.newest
      }
      answer.add([.required("events", .array(.named(.event)), "the appended events")]) {
        answer, json in
        json.array("events") { json in
          for performed in answer.performed {
            let words = EventWords(performed.words.span.raw)
            for event in performed.events {
              json.object { EventJSON.write(event, to: &$0, words: words, hasRun: hasRun) }
            }
          }
        }
      }
    }
  }
}
