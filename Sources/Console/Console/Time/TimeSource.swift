package import Notation

/// A clock that advances with each reading.
package struct TimeSource: Sendable {
  private let setting: ClockSetting
  private var next: Timestamp

  /// Creates a clock that has not been read.
  package init(_ setting: ClockSetting) {
    self.setting = setting
    switch setting {
    case .system: next = Timestamp(milliseconds: 0)
    case .stepping(let start, _): next = start
    }
  }

  /// Reads the time. After that, a stepping clock advances, up to the last time that a timestamp
  /// can represent.
  package mutating func read() -> Timestamp {
    guard case .stepping(_, let step) = setting else { return .now }
    defer { next = next.advanced(byMilliseconds: step) }
    return next
  }

  /// The time that the next reading will return. The clock does not advance. Lists use this time
  /// for “today”.
  package var current: Timestamp {
    if case .stepping = setting { return next }
    return .now
  }
}
