package import Notation

/// A value in the answer of a command, whose type determines its shape.
package protocol AnswerValue: JSONValue {
  /// The shape of the JSON to which the value is converted.
  static var shape: JSONShape { get }
}

extension String: AnswerValue {
  package static var shape: JSONShape { .string }
}

extension Bool: AnswerValue {
  package static var shape: JSONShape { .boolean }
}

extension FixedWidthInteger {
  /// The shape of all integers. An integer type only needs to declare the conformance.
  package static var shape: JSONShape { .integer }
}

extension Int: AnswerValue {}
extension Int32: AnswerValue {}
extension UInt32: AnswerValue {}

extension Double: AnswerValue {
  package static var shape: JSONShape { .number }
}

extension Timestamp: AnswerValue {
  package static var shape: JSONShape { .time }
}

extension Optional: AnswerValue where Wrapped: AnswerValue {
  package static var shape: JSONShape { .nullable(Wrapped.shape) }
}

extension Array: AnswerValue where Element: AnswerValue {
  package static var shape: JSONShape { .array(Element.shape) }
}
