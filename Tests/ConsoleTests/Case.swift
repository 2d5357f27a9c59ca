import Testing

/// A named row of a table of cases.
struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let input: Input
  let expected: Expected

  init(_ name: String, _ input: Input, _ expected: Expected) {
    self.name = name
    self.input = input
    self.expected = expected
  }

  var testDescription: String { name }
}
