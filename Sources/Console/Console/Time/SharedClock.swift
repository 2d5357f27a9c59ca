internal import Notation

/// A clock shared by code that reads it for each action and code that only shows the time.
final class SharedClock {
  private var source: TimeSource

  init(_ setting: ClockSetting) { source = TimeSource(setting) }

  func read() -> Timestamp { source.read() }

  /// The time that the next reading will return. The clock does not advance.
  var current: Timestamp { source.current }
}
