package import Notation

/// The clock that the console reads: the value of `--clock`.
package enum ClockSetting: Hashable, Sendable {
  /// The system's clock.
  case system
  /// A clock that starts at `start`, and advances by a number of milliseconds after each reading.
  case stepping(start: Timestamp, stepMilliseconds: Int64)

  /// Parses `START` or `START+STEP`, or returns nil.
  ///
  /// START is a time in a form that `Timestamp.init(_:zone:)` accepts. STEP is a whole number and a
  /// unit: `ms`, `s`, `m`, `h` or `d`. Without a step, the clock does not advance.
  package init?(_ text: String, zone: TimeZone = .local) {
    if let start = Timestamp(text, zone: zone) {
      self = .stepping(start: start, stepMilliseconds: 0)
      return
    }
    guard let plus = text.lastIndex(of: "+"), let start = Timestamp(text[..<plus], zone: zone),
      let step = ClockSetting.milliseconds(text[text.index(after: plus)...])
    else { return nil }
    self = .stepping(start: start, stepMilliseconds: step)
  }

  private static func milliseconds(_ text: Substring) -> Int64? {
    let digits = text.prefix { "0"..."9" ~= $0 }
    guard let number = Int64(digits), let unit = unitMilliseconds(text[digits.endIndex...]) else {
      return nil
    }
    let (product, isTooFar) = number.multipliedReportingOverflow(by: unit)
    return isTooFar ? nil : product
  }

  private static func unitMilliseconds(_ unit: Substring) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
