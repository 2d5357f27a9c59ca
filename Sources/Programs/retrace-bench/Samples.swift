/// The results of repeating one measurement.
struct Samples {
  private(set) var values: [Double]

  init(_ values: Double...) { self.values = values }

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { quantile(0.5) }
  var least: Double { values.min() ?? .nan }
  var most: Double { values.max() ?? .nan }

  /// Returns the quantile for a fraction between 0 and 1, or NaN if there are no values.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }

  /// Returns the quotients of the values and the other values, each pair measured in the same
  /// round.
  func divided(by other: Samples) -> Samples {
    var ratios = Samples()
    for (value, base) in zip(values, other.values) { ratios.append(value / base) }
    return ratios
  }
}
