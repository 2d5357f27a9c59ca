public import Notation

/// Which clock the console reads: the value of `--clock`.
public enum ClockSetting: Hashable, Sendable {
  /// The system's.
  case system
  /// One that says `start` first, and so many milliseconds more at each further reading.
  case stepping(start: Timestamp, stepMilliseconds: Int64)

  /// Reads `START` or `START+STEP`, or gives nil.
  ///
  /// START is a time as `Timestamp.init(_:zone:)` reads it. STEP is a whole number and a unit:
  /// `ms`, `s`, `m`, `h` or `d`. Without a step the clock stands still.
  public init?(_ text: String, zone: TimeZone = .local) {
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

/// A clock that is read one time after another.
public struct TimeSource: Sendable {
  private let setting: ClockSetting
  private var next: Timestamp

  /// Makes a clock that has not been read.
  public init(_ setting: ClockSetting) {
    self.setting = setting
    switch setting {
    case .system: next = Timestamp(milliseconds: 0)
    case .stepping(let start, _): next = start
    }
  }

  /// The time now.
  ///
  /// It ends at the last moment that a timestamp can name.
  public mutating func read() -> Timestamp {
    guard case .stepping(_, let step) = setting else { return .now }
    defer { next = next.advanced(byMilliseconds: step) }
    return next
  }

  /// What the next reading will give, without reading: "today" in lists.
  public var current: Timestamp {
    if case .stepping = setting { return next }
    return .now
  }
}

/// One clock for all who ask: a reading for each action, and “now” for those who only show it.
final class SharedClock {
  private var source: TimeSource

  init(_ setting: ClockSetting) { source = TimeSource(setting) }

  func read() -> Timestamp { source.read() }

  /// What the next reading will give, without reading.
  var current: Timestamp { source.current }
}
