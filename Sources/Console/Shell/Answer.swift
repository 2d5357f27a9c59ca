/// What a command gives back: something to show, or a failure.
struct Answer {
  /// What is shown, lines with their newlines; JSON where that was asked for.
  var output: VisibleText = ""
  var failure: CommandFailure?
  /// Whether the console ends with it.
  var quits = false

  /// Nothing to say.
  static let nothing = Answer()

  init() {}

  init(_ line: VisibleText) {
    output = line
    output += "\n"
  }

  init(lines: VisibleText) { output = lines }

  init(_ failure: CommandFailure) { self.failure = failure }

  init(_ table: Table, width: Int?) { output = table.text(width: width) }

  init(json: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object(json)
    writer.endLine()
    output = VisibleText(trusted: writer.text)
  }
}
