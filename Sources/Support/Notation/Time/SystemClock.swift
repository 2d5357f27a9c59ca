import Glibc

extension Timestamp {
  /// What the system's clock says now.
  public static var now: Timestamp {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(milliseconds: 0) }
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
