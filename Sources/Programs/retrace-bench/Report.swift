import CommandKit
import Notation

/// What was measured, as a table or as JSON.
struct Report {
  var title: String
  /// What was done, and what each side had to do: a sentence or two.
  var explanation: String
  var measurements: [Measurement] = []

  var text: SafeText {
    var table = Table([.left, .left, .right, .left, .right, .left, .right, .right, .left])
    table.setHeading(
      ["what", "unit", "median", "min – max", "floor", "min – max", "ratio", "goal", ""])
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

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", title)
      json.member("explanation", explanation)
      json.array("measurements") { json in
        for measurement in measurements { Self.write(measurement, to: &json) }
      }
    }
  }

  private static func write(_ measurement: Measurement, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", measurement.name)
      json.member("unit", measurement.unit)
      write("value", measurement.value, to: &json)
      if let floor = measurement.floor {
        json.member("floorName", floor.name)
        write("floor", floor.value, to: &json)
        json.member("ratio", measurement.ratio)
      }
      switch measurement.goal {
      case .value(let limit): json.member("goalValue", limit)
      case .ratio(let limit): json.member("goalRatio", limit)
      case nil: break
      }
      if let isReached = measurement.isReached { json.member("isReached", isReached) }
    }
  }

  private static func write(_ name: String, _ samples: Samples, to json: inout JSONWriter) {
    json.object(name) { json in
      json.member("median", samples.median)
      json.member("min", samples.least)
      json.member("max", samples.most)
      json.member("count", samples.values.count)
    }
  }

  private static func range(_ samples: Samples) -> String {
    "\(number(samples.least)) – \(number(samples.most))"
  }

  /// Three digits that count.
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
