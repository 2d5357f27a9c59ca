internal import Notation

/// A clock that is shared by the code that reads it for each action and the code that only shows
/// the time.
final class SharedClock {
  private var source: TimeSource

  init(_ setting: ClockSetting) { source = TimeSource(setting) }

  func read() -> Timestamp { source.read() }

  /// The result of the next reading. The clock does not advance.
  var current: Timestamp { source.current }
}
