/// An invalid expression, and the position of the error.
struct ExpressionError: Error, Equatable {
  /// The first invalid character, from 1.
  let column: Int
  /// A description of what would be valid there.
  let expected: String
  /// The text found there, or nil at the end.
  let found: String?

  /// Returns a description of the error in an expression, without a full stop.
  func message(in expression: String) -> String {
    let instead = found.map { ", not “\($0)”" } ?? ""
    return "at column \(column) of “\(expression)”, expected \(expected)\(instead)"
  }
}
