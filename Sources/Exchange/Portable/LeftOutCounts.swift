/// Counts the data that a reader leaves out.
struct LeftOutCounts {
  private var counts: [LeftOut: Int] = [:]

  mutating func add(_ kind: LeftOut, _ count: Int = 1) {
    if count > 0 { counts[kind, default: 0] += count }
  }

  /// Provides the counts, in the order of the kinds.
  func give(_ take: (PortableItem) throws -> Void) rethrows {
    for kind in LeftOut.allCases {
      if let count = counts[kind] { try take(.leftOut(kind, count)) }
    }
  }
}
