import Console
import Foundation
import Notation
import TestSupport
import Testing

/// Clocks set on the command line.
@Suite struct ClockSettingTests {
  static let start = Timestamp(milliseconds: 1_767_225_600_000)

  @Test(arguments: [
    Case("no step", "2026-01-01T00:00:00Z", 0), Case("seconds", "2026-01-01T00:00:00Z+1s", 1000),
    Case("milliseconds", "2026-01-01T00:00:00Z+500ms", 500),
    Case("minutes", "2026-01-01T00:00:00Z+2m", 120_000),
    Case("hours", "2026-01-01T00:00:00Z+1h", 3_600_000),
    Case("days", "2026-01-01T00:00:00Z+1d", 86_400_000),
    Case("offset alone", "2026-01-01T02:00:00+02:00", 0),
    Case("offset and step", "2026-01-01T02:00:00+02:00+1s", 1000),
  ])
  func `a clock is read`(row: Case<String, Int64>) {
    #expect(
      ClockSetting(row.input) == .stepping(start: Self.start, stepMilliseconds: row.expected))
  }

  @Test(arguments: [
    "", "+1s", "now", "2026-01-01T00:00:00Z+", "2026-01-01T00:00:00Z+1", "2026-01-01T00:00:00Z+s",
    "2026-01-01T00:00:00Z+-1s", "2026-01-01T00:00:00Z+9223372036854775807d",
    "2026-01-01T00:00:00Z+1s+1s",
  ])
  func `an invalid clock is refused`(text: String) {
    #expect(ClockSetting(text) == nil)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any text is parsed as a clock or rejected`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = random.text(
      of: ["2026", "-", "01", "T", ":", "00", "Z", "+", ".", "9", "99999999", "s", "ms"], count: 14)
    if let setting = ClockSetting(text) { #expect(setting != .system) }
  }

  @Test func `each reading returns the next time`() {
    var clock = TimeSource(.stepping(start: Self.start, stepMilliseconds: 500))
    let readings = (0..<3).map { _ in clock.read().milliseconds - Self.start.milliseconds }
    #expect(readings == [0, 500, 1000])
    #expect(clock.current.milliseconds == Self.start.milliseconds + 1500)
  }

  @Test func `the system clock advances`() {
    let before = Int64(Date().timeIntervalSince1970 * 1000)
    var clock = TimeSource(.system)
    let reading = clock.read().milliseconds
    #expect(reading >= before - 1 && reading <= Int64(Date().timeIntervalSince1970 * 1000) + 1)
  }
}
