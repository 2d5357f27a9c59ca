/// An expression that means nothing, and where.
struct ExpressionError: Error, Equatable {
  /// The first character that does not fit, from 1.
  let column: Int
  /// What would fit there, in words.
  let expected: String
  /// What stands there instead; nil at the end.
  let found: String?

  /// What was wrong in which expression, without a full stop.
  func message(in expression: String) -> String {
    let instead = found.map { ", not “\($0)”" } ?? ""
    return "at column \(column) of “\(expression)”, expected \(expected)\(instead)"
  }
}
