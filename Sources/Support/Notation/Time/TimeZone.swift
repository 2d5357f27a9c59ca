import Platform

/// A time zone, which defines the offset of clocks from UTC at each moment.
package struct TimeZone: Sendable {
  /// Returns the offset in seconds at a moment in seconds since 1970 UTC.
  private let offset: @Sendable (Int64) -> Int64

  /// UTC, whose offset is zero.
  package static let utc = TimeZone(fixedSeconds: 0)

  /// The zone of this machine (`TZ`, `/etc/localtime`), or UTC if the system does not have a zone.
  package static let local = TimeZone { seconds in
    var time = time_t(seconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&time, &fields) != nil else { return 0 }
    return unsafe Int64(fields.tm_gmtoff)
  }

  /// Creates a zone with a constant offset in seconds, which may be negative.
  package init(fixedSeconds: Int64) {
    offset = { _ in fixedSeconds }
  }

  /// Creates a zone that looks up its offset, in seconds, for each moment.
  init(_ offset: @escaping @Sendable (Int64) -> Int64) {
    self.offset = offset
  }

  /// Returns the offset from UTC in seconds at a moment, given in seconds since 1970 UTC.
  package func offsetSeconds(at seconds: Int64) -> Int64 { offset(seconds) }

  /// Returns the moment, in seconds since 1970 UTC, at which clocks of the zone showed a time.
  ///
  /// If clocks were set back and showed the time twice, the result is the earlier moment. If clocks
  /// were set forward and skipped the time, the result is based on the offset before the change.
  ///
  /// - Parameter local: The time shown by clocks, in seconds since 1970 as if the zone were UTC.
  func seconds(fromLocal local: Int64) -> Int64 {
    let before = local - offset(local - 86_400)
    if before + offset(before) == local { return before }
    let after = local - offset(local + 86_400)
    return after + offset(after) == local ? after : before
  }
}
