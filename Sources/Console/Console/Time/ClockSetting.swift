package import Notation

/// Which clock the console reads: the value of `--clock`.
package enum ClockSetting: Hashable, Sendable {
  /// The system's.
  case system
  /// One that says `start` first, and so many milliseconds more at each further reading.
  case stepping(start: Timestamp, stepMilliseconds: Int64)

  /// Reads `START` or `START+STEP`, or gives nil.
  ///
  /// START is a time as `Timestamp.init(_:zone:)` reads it. STEP is a whole number and a unit:
  /// `ms`, `s`, `m`, `h` or `d`. Without a step the clock stands still.
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
