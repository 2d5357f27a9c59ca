/// Times as other programs write them, in milliseconds since 1970 UTC.
enum UnixTime {
  /// A time in seconds; one so large that it can only be meant in milliseconds or microseconds is taken
  /// for that. 0 for what is none.
  static func milliseconds(_ time: Int64) -> Int64 {
    switch time {
    case ...0: 0
    case ..<100_000_000_000: time * 1_000
    case ..<100_000_000_000_000: time
    default: time / 1_000
    }
  }

  /// Microseconds since 1601 UTC, as WebKit and Chromium count. 0 for what lies before 1970.
  static func milliseconds(sinceYear1601 microseconds: Int64) -> Int64 {
    max(microseconds / 1_000 - 11_644_473_600_000, 0)
  }

  /// Seconds since 2001 UTC, as Cocoa counts.
  static func milliseconds(sinceYear2001 seconds: Double) -> Int64 {
    Int64(exactly: ((seconds + 978_307_200) * 1_000).rounded()).map { max($0, 0) } ?? 0
  }
}
