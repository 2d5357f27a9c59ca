/// The results of repeated measurements of one thing.
struct Samples {
  private(set) var values: [Double]

  init(_ values: Double...) { self.values = values }

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { quantile(0.5) }
  var least: Double { values.min() ?? .nan }
  var most: Double { values.max() ?? .nan }

  /// The value below which a share of the values lies, between 0 and 1; not a number without values.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }

  /// Each value divided by the one that was measured beside it.
  func divided(by other: Samples) -> Samples {
    var ratios = Samples()
    for (value, base) in zip(values, other.values) { ratios.append(value / base) }
    return ratios
  }
}
