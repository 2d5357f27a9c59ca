import RetraceEventLog
import RetraceStore

@testable import Catalogue
@testable import CommandKit

/// Laws for any text that is parsed as a condition of `when`.
enum ExpressionLaws {
  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    do {
      let expression = try ExpressionParser.parse(text)
      let count = expression.conditions.count
      try evaluate(expression, count)
    } catch let error as CommandError {
      let column = error.message.dropFirst("At column ".count).prefix(while: \.isNumber)
      try hold(
        (1...text.count + 1).contains(Int(column) ?? 0), "of “\(text)”: \(error.message)")
    }
    try run(text)
  }

  /// An expression has a value for all values of its conditions.
  private static func evaluate(_ expression: Expression, _ count: Int) throws {
    for value in [false, true] {
      _ = expression.holds(Array(repeating: value, count: count))
    }
  }

  /// `when` has a result, or reports an error.
  private static func run(_ text: String) throws {
    var context = try LineLaws.context()
    guard
      case .run(let command, let arguments) =
        try CommandCatalogue.table.read([Word("when"), Word(text, isQuoted: true)])
    else { return }
    let answer = command.run(&context, arguments)
    try hold(
      answer.failure != nil || !answer.output.text.isEmpty, "“when” says nothing of “\(text)”")
  }
}
