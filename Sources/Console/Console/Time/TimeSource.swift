package import Notation

/// A clock that is read one time after another.
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

  /// The time now.
  ///
  /// It ends at the last moment that a timestamp can name.
  package mutating func read() -> Timestamp {
    guard case .stepping(_, let step) = setting else { return .now }
    defer { next = next.advanced(byMilliseconds: step) }
    return next
  }

  /// The result of the next reading, without reading: “today” in lists.
  package var current: Timestamp {
    if case .stepping = setting { return next }
    return .now
  }
}
