import Glibc

/// How far a zone's clocks are ahead of UTC, at each moment.
package struct TimeZone: Sendable {
  /// Returns seconds ahead of UTC, for seconds since 1970 UTC.
  private let offset: @Sendable (Int64) -> Int64

  /// UTC: no difference.
  package static let utc = TimeZone(fixedSeconds: 0)

  /// The zone of this machine (`TZ`, `/etc/localtime`); UTC when the system knows none.
  package static let local = TimeZone { seconds in
    var time = time_t(seconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&time, &fields) != nil else { return 0 }
    return unsafe Int64(fields.tm_gmtoff)
  }

  /// Makes a zone that is always the same number of seconds ahead of UTC, behind for a negative
  /// one.
  package init(fixedSeconds: Int64) {
    offset = { _ in fixedSeconds }
  }

  /// Makes a zone that looks its difference up for each moment, in seconds.
  init(_ offset: @escaping @Sendable (Int64) -> Int64) {
    self.offset = offset
  }

  /// Returns how many seconds clocks are ahead of UTC at a moment, given in seconds since 1970
  /// UTC.
  package func offsetSeconds(at seconds: Int64) -> Int64 { offset(seconds) }

  /// Returns the moment, in seconds since 1970 UTC, at which clocks of the zone showed a time.
  ///
  /// When they showed it twice (clocks were set back), it is the earlier moment. When they never
  /// did (clocks were set forward), the offset before the change is used.
  ///
  /// - Parameter local: What clocks showed, in seconds as if it were UTC.
  func seconds(fromLocal local: Int64) -> Int64 {
    let before = local - offset(local - 86_400)
    if before + offset(before) == local { return before }
    let after = local - offset(local + 86_400)
    return after + offset(after) == local ? after : before
  }
}
