import Testing

/// Rows of tables for which a policy has a different result, and the reason.
struct Difference: Sendable {
  let why: String
  let inputs: [String]

  init(_ why: String, _ inputs: String...) {
    self.why = why
    self.inputs = inputs
  }
}

extension [Difference] {
  /// Expects that exactly the listed inputs differ.
  func expect(_ differing: [String], _ location: SourceLocation = #_sourceLocation) {
    let listed = Set(flatMap(\.inputs))
    let found = Set(differing)
    #expect(
      found.subtracting(listed).sorted() == [], "These are not listed.", sourceLocation: location)
    #expect(
      listed.subtracting(found).sorted() == [], "These do not differ.", sourceLocation: location)
  }
}
