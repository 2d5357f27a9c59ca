public import Testing

/// A named row in a table of cases.
public struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  public let name: String
  public let input: Input
  public let expected: Expected

  public init(_ name: String, _ input: Input, _ expected: Expected) {
    self.name = name
    self.input = input
    self.expected = expected
  }

  public var testDescription: String { name }
}
