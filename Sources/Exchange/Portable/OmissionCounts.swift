/// Counts the data that a reader leaves out.
struct OmissionCounts {
  private var counts: [ImportOmission: Int] = [:]

  mutating func add(_ kind: ImportOmission, _ count: Int = 1) {
    if count > 0 { counts[kind, default: 0] += count }
  }

  /// Passes on the counts, in the order of the kinds.
  func emitItems(_ emit: (PortableItem) throws -> Void) rethrows {
    for kind in ImportOmission.allCases {
      if let count = counts[kind] { try emit(.leftOut(kind, count)) }
    }
  }
}
