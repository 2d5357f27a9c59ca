import Glibc

/// How far a place's clocks are from UTC.
public struct TimeZone: Sendable {
  private let offset: @Sendable (Int64) -> Int64

  /// No difference.
  public static let utc = TimeZone(fixedSeconds: 0)

  /// The zone of this machine (`TZ`, `/etc/localtime`); UTC where the system knows none.
  public static let local = TimeZone { seconds in
    var time = time_t(seconds)
    var fields = tm()
    guard localtime_r(&time, &fields) != nil else { return 0 }
    return Int64(fields.tm_gmtoff)
  }

  /// A zone that is always so many seconds ahead of UTC.
  public init(fixedSeconds: Int64) {
    offset = { _ in fixedSeconds }
  }

  /// A zone that looks its difference up for a moment, in seconds.
  init(_ offset: @escaping @Sendable (Int64) -> Int64) {
    self.offset = offset
  }

  /// Seconds ahead of UTC at a moment, which is in seconds since 1970 UTC.
  public func offsetSeconds(at seconds: Int64) -> Int64 { offset(seconds) }

  /// The moment at which clocks here showed these seconds since 1970.
  ///
  /// Of two such moments (clocks went back) the earlier; for none (clocks went forward) the one
  /// that the offset before the change gives.
  func seconds(fromLocal local: Int64) -> Int64 {
    let before = local - offset(local - 86_400)
    if before + offset(before) == local { return before }
    let after = local - offset(local + 86_400)
    return after + offset(after) == local ? after : before
  }
}
