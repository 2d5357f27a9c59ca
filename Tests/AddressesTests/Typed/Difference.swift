import Testing

/// Rows of a table for which the policy has a different result, with the reason.
struct Difference: Sendable {
  let why: String
  let inputs: [String]

  init(_ why: String, _ inputs: String...) {
    self.why = why
    self.inputs = inputs
  }
}

extension [Difference] {
  /// Expects that the inputs that differ are exactly the listed inputs.
  func expect(_ differing: [String], _ location: SourceLocation = #_sourceLocation) {
    let listed = Set(flatMap(\.inputs))
    let found = Set(differing)
    #expect(
      found.subtracting(listed).sorted() == [], "These are not listed.", sourceLocation: location)
    #expect(
      listed.subtracting(found).sorted() == [], "These do not differ.", sourceLocation: location)
  }
}
