import Testing

/// Rows of tables on which a policy answers otherwise, and why.
struct Difference: Sendable {
  let why: String
  let inputs: [String]

  init(_ why: String, _ inputs: String...) {
    self.why = why
    self.inputs = inputs
  }
}

extension [Difference] {
  /// Expects that the inputs which differ are those that are listed, no more and no fewer.
  func expect(_ differing: [String], _ location: SourceLocation = #_sourceLocation) {
    let listed = Set(flatMap(\.inputs))
    let found = Set(differing)
    #expect(
      found.subtracting(listed).sorted() == [], "These are not listed.", sourceLocation: location)
    #expect(
      listed.subtracting(found).sorted() == [], "These do not differ.", sourceLocation: location)
  }
}
