extension Decider {
  /// Writes down where an event leads, and what led there.
  mutating func describe<Fact: DestinationFact>(
    _ body: inout Fact, _ destination: Destination
  ) throws(Refusal) {
    body.transition = destination.transition
    body.url = try text(destination.url)
    body.input = try text(destination.input)
    body.reason = try text(destination.reason)
    body.searchWords = try text(destination.searchWords)
  }
}
