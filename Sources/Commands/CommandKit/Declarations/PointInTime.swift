package import Notation

/// A point in time, absolute or relative to the present.
package enum PointInTime: Hashable, Sendable {
  /// An absolute time.
  case moment(Timestamp)
  /// The latest past moment at this local time, in milliseconds after midnight.
  case timeOfDay(milliseconds: Int64)
  /// A number of milliseconds ago.
  case ago(milliseconds: Int64)
  /// A time of day on the day that is `ago` days before today. By default, the beginning of that
  /// day.
  case day(ago: Int64, milliseconds: Int64 = 0)
  /// The latest past moment at this time on a day of the week: 0 is Monday.
  case weekday(Int64, milliseconds: Int64 = 0)
  /// The latest past moment at this time on a day of the year.
  case date(month: Int, day: Int, milliseconds: Int64 = 0)

  /// The beginning of this morning or, before six o'clock, the beginning of today.
  case thisMorning
  /// The beginning of a week, a Monday: 0 is this week, 1 is last week.
  case week(ago: Int64)
  /// The beginning of a month: 0 is this month, 1 is last month.
  case month(ago: Int64)
  /// The beginning of a year: 0 is this year, 1 is last year.
  case year(ago: Int64)

  /// Parses a time, or returns nil.
  ///
  /// - `14:05`, `14:05:30`, `8am`, `8:30 pm`, `noon`, `midnight`, and `morning` (6:00), `afternoon`
  ///   (12:00), `evening` (18:00): the most recent such time.
  /// - `30s`, `90min`, `2 hours ago`, `1h 30m`, `3d`, `2w`: that long ago, in units of fixed
  ///   length.
  /// - `today`, `yesterday`, `monday`, `20 Nov`, `2026-11-20`, `20 Nov 2026`: the beginning of the
  ///   day or, with a time of day before or after it, that time: `this morning`, `monday 8am`.
  /// - `this week`, `last week`, `last month`, `last year`: its beginning. `last night`, `tonight`: the
  ///   evening of that day.
  /// - All forms accepted by `Timestamp.init(_:zone:)`.
  ///
  /// Case is ignored.
  package init?(_ text: Substring, zone: TimeZone = .local) {
    if let moment = Timestamp(text, zone: zone) {
      self = .moment(moment)
      return
    }
    guard text.first != " ", text.last != " ", let time = TimeWords(text.lowercased()).time(zone)
    else { return nil }
    self = time
  }

  /// Returns the moment that the time refers to at `now`, in the local time of a zone.
  package func timestamp(now: Timestamp, zone: TimeZone = .local) -> Timestamp {
    switch self {
    case .moment(let moment): return moment
    case .ago(let milliseconds): return now.advanced(byMilliseconds: -milliseconds)
    case .day(let ago, let milliseconds):
      return now.atLocalTime(milliseconds, daysAgo: ago, zone: zone)
    case .weekday(let day, let milliseconds):
      return now.atLocalTime(milliseconds, weekday: day, zone: zone)
    case .date(let month, let day, let milliseconds):
      return now.atLocalTime(milliseconds, month: month, day: day, zone: zone) ?? now
    case .thisMorning:
      let morning = now.atLocalTime(TimeWords.morning, daysAgo: 0, zone: zone)
      return morning <= now ? morning : now.atLocalTime(0, daysAgo: 0, zone: zone)
    case .week(let ago):
      return now.atLocalTime(0, weekday: 0, zone: zone)
        .atLocalTime(0, daysAgo: 7 * ago, zone: zone)
    case .month(let ago): return now.startOfMonth(monthsAgo: ago, zone: zone)
    case .year(let ago): return now.startOfMonth(monthsAgo: 12 * ago, isYear: true, zone: zone)
    case .timeOfDay(let milliseconds):
      let today = now.atLocalTime(milliseconds, daysAgo: 0, zone: zone)
      return today <= now ? today : now.atLocalTime(milliseconds, daysAgo: 1, zone: zone)
    }
  }
}

extension PointInTime: CustomStringConvertible {
  /// The time in a form that can be typed.
  package var description: String {
    switch self {
    case .moment(let moment): moment.description
    case .timeOfDay(let milliseconds): Self.clock(milliseconds)
    case .ago(let milliseconds): "\(milliseconds / 1000)s"
    case .day(let ago, let milliseconds):
      Self.text(ago == 0 ? "today" : "yesterday", milliseconds)
    case .thisMorning: "this morning"
    case .week(let ago): ago == 0 ? "this week" : "last week"
    case .month(let ago): ago == 0 ? "this month" : "last month"
    case .year(let ago): ago == 0 ? "this year" : "last year"
    case .weekday(let day, let milliseconds):
      Self.text(TimeWords.weekdays[Int(day)], milliseconds)
    case .date(let month, let day, let milliseconds):
      Self.text("\(day) \(Timestamp.months[month - 1])", milliseconds)
    }
  }

  private static func text(_ day: String, _ milliseconds: Int64) -> String {
    milliseconds == 0 ? day : "\(day) \(clock(milliseconds))"
  }

  private static func clock(_ milliseconds: Int64) -> String {
    digits(milliseconds / 3_600_000, 2) + ":" + digits(milliseconds / 60_000 % 60, 2) + ":"
      + digits(milliseconds / 1000 % 60, 2)
  }
}
