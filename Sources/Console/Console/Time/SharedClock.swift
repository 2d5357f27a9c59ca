internal import Notation

/// One clock for all who ask: a reading for each action, and “now” for those who only show it.
final class SharedClock {
  private var source: TimeSource

  init(_ setting: ClockSetting) { source = TimeSource(setting) }

  func read() -> Timestamp { source.read() }

  /// The result of the next reading, without reading.
  var current: Timestamp { source.current }
}
