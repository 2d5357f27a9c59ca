extension Timestamp {
  /// The moment as a list shows it, in a zone's time.
  ///
  /// `14:03` today, `yesterday 14:03`, else `2026-11-18 14:03`; today is the day of `now`.
  public func shortText(now: Timestamp, zone: TimeZone = .local) -> String {
    let (day, minute) = localDayAndMinute(in: zone)
    let (today, _) = now.localDayAndMinute(in: zone)
    let clock = digits(minute / 60, 2) + ":" + digits(minute % 60, 2)
    if day == today { return clock }
    if day == today - 1 { return "yesterday " + clock }
    return CivilDate(daysSince1970: day).text + " " + clock
  }

  /// The moment at which clocks of the zone showed a time of the day, so many days before this one's.
  package func atLocalTime(_ millisecond: Int64, daysAgo: Int64, zone: TimeZone) -> Timestamp {
    let (day, _) = localDayAndMinute(in: zone)
    let (second, rest) = floorDivide(millisecond, 1000)
    let seconds = zone.seconds(fromLocal: (day - daysAgo) * 86_400 + second)
    return Timestamp(milliseconds: 0).advanced(byMilliseconds: seconds &* 1000 &+ rest)
  }

  private func localDayAndMinute(in zone: TimeZone) -> (day: Int64, minute: Int64) {
    let (seconds, _) = floorDivide(milliseconds, 1000)
    let (day, secondOfDay) = floorDivide(seconds + zone.offsetSeconds(at: seconds), 86_400)
    return (day, secondOfDay / 60)
  }
}
