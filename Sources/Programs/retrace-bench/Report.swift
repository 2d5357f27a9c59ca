import CommandKit

/// The results of a measurement, as a table.
struct Report {
  var title: String
  /// A description of the measured work.
  var explanation: String
  var measurements: [Measurement] = []

  var text: SafeText {
    var table = Table([.left, .left, .right, .left, .right, .left, .right, .right, .left])
    table.setHeading(
      ["what", "unit", "median", "min – max", "baseline", "min – max", "ratio", "goal", ""])
    for measurement in measurements { table.add(row(measurement)) }
    let heading = SafeText(trusted: "\(title)\n\(explanation)\n\n")
    return heading + table.text(width: nil)
  }

  private func row(_ measurement: Measurement) -> [SafeText] {
    let floor = measurement.floor
    let goal: String =
      switch measurement.goal {
      case .value(let limit): "≤ \(Self.number(limit))"
      case .ratio(let limit): "≤ \(Self.number(limit)) ×"
      case nil: ""
      }
    return [
      measurement.name, measurement.unit, Self.number(measurement.value.median),
      Self.range(measurement.value), floor.map { Self.number($0.value.median) } ?? "",
      floor.map { "\(Self.range($0.value))  \($0.name)" } ?? "",
      measurement.ratio.map(Self.number) ?? "", goal,
      measurement.isReached.map { $0 ? "reached" : "MISSED" } ?? "",
    ].map { SafeText($0) }
  }

  private static func range(_ samples: Samples) -> String {
    "\(number(samples.least)) – \(number(samples.most))"
  }

  /// Formats a number with three significant digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    let scale = digits == 0 ? 1.0 : digits == 1 ? 10.0 : 100.0
    let scaled = Int((abs(value) * scale).rounded())
    let whole = (value < 0 ? "-" : "") + "\(scaled / Int(scale))"
    guard digits > 0 else { return whole }
    let fraction = String(scaled % Int(scale))
    return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
