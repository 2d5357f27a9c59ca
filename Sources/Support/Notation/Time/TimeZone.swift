import Platform

/// The offset of a zone's clocks from UTC at each moment.
package struct TimeZone: Sendable {
  /// Returns the offset in seconds, given seconds since 1970 UTC.
  private let offset: @Sendable (Int64) -> Int64

  /// UTC: no difference.
  package static let utc = TimeZone(fixedSeconds: 0)

  /// The zone of this machine (`TZ`, `/etc/localtime`), or UTC if the system has none.
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
  /// If they showed it twice (clocks were set back), it is the earlier moment. If they never did
  /// (clocks were set forward), the offset before the change is used.
  ///
  /// - Parameter local: The time shown by clocks, in seconds as if it were UTC.
  func seconds(fromLocal local: Int64) -> Int64 {
    let before = local - offset(local - 86_400)
    if before + offset(before) == local { return before }
    let after = local - offset(local + 86_400)
    return after + offset(after) == local ? after : before
  }
}
