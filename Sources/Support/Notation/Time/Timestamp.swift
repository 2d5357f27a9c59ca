import Platform

/// A moment, in milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// ```swift
/// let time = Timestamp("2026-01-01T02:00+02:00") ?? .now
/// let text = time.description  // 2026-01-01T00:00:00.000Z
/// let later = time.advanced(byMilliseconds: 60_000)
/// let short = later.shortText(now: time, zone: .utc)  // 00:01
/// ```
package struct Timestamp: Hashable, Sendable {
  /// The milliseconds since 1970 UTC, which are negative for earlier moments. Every value is valid.
  package let milliseconds: Int64

  /// Creates a moment from milliseconds since 1970 UTC.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Returns the moment that is a number of milliseconds later, or earlier for a negative number. A
  /// result out of range becomes the last or first possible moment.
  ///
  /// - Parameter step: The distance in milliseconds.
  package func advanced(byMilliseconds step: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(step)
    return Timestamp(milliseconds: overflow ? (step < 0 ? .min : .max) : sum)
  }
}

extension Timestamp: Comparable {
  /// Orders moments from earlier to later.
  package static func < (first: Timestamp, second: Timestamp) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in ISO 8601, in UTC and with milliseconds, such as `2026-01-01T00:00:42.000Z`.
  ///
  /// Years outside 0 to 9999 have a sign and at least six digits (ECMA-262, expanded years).
  package var description: String {
    let (days, millisecondOfDay) = floorDivide(milliseconds, 86_400_000)
    let second = millisecondOfDay / 1000
    let date = CivilDate(daysSince1970: days)
    let isExpanded = !(0...9999 ~= date.year)
    let yearWidth = isExpanded ? max(6, String(date.year.magnitude).utf8.count) : 4
    // The text is written into one buffer for performance, because every event that is shown or
    // exported has a time.
    return unsafe String(unsafeUninitializedCapacity: 1 + yearWidth + 20) { bytes in
      var count = 0
      func put(_ number: Int64, _ width: Int, _ separator: Unicode.Scalar) {
        var rest = number
        for position in (count..<(count + width)).reversed() {
          unsafe bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        unsafe bytes[count + width] = UInt8(ascii: separator)
        count += width + 1
      }
      if isExpanded {
        unsafe bytes[0] = date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
        count = 1
      }
      put(abs(date.year), yearWidth, "-")
      put(Int64(date.month), 2, "-")
      put(Int64(date.day), 2, "T")
      put(second / 3600, 2, ":")
      put(second / 60 % 60, 2, ":")
      put(second % 60, 2, ".")
      put(millisecondOfDay % 1000, 3, "Z")
      return count
    }
  }
}

extension Timestamp: JSONValue {
  /// Writes the ISO 8601 text as a JSON string.
  package func write(to json: inout JSONWriter) { json.value(description) }
}

extension CivilDate {
  /// The day in ISO 8601, such as `2026-01-01`.
  var text: String {
    let digitsOfYear: String
    switch year {
    case 0...9999: digitsOfYear = digits(year, 4)
    case ..<0: digitsOfYear = "-" + digits(-year, 6)
    default: digitsOfYear = "+" + digits(year, 6)
    }
    return digitsOfYear + "-" + digits(Int64(month), 2) + "-" + digits(Int64(day), 2)
  }
}

/// Returns a non-negative number, padded with zeros to a width.
package func digits(_ number: Int64, _ width: Int) -> String {
  var count = 1
  var rest = number / 10
  while rest > 0 {
    count += 1
    rest /= 10
  }
  let length = max(count, width)
  return unsafe String(unsafeUninitializedCapacity: length) { bytes in
    var rest = number
    for position in (0..<length).reversed() {
      unsafe bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return length
  }
}

extension Timestamp {
  /// Returns the moment as shown in lists, in the time of a zone. The format is `14:03` for today,
  /// `yesterday 14:03` for yesterday, `18 Nov 14:03` for an earlier day of this year, and otherwise
  /// `2025-11-18 14:03`.
  ///
  /// - Parameters:
  ///   - now: The current moment, which determines the meaning of today.
  ///   - zone: The time zone.
  package func shortText(now: Timestamp, zone: TimeZone = .local) -> String {
    let (day, millisecond) = localTime(in: zone)
    let today = now.localTime(in: zone).day
    let clock = Self.clock(millisecond)
    if day == today { return clock }
    if day == today - 1 { return "yesterday " + clock }
    let date = CivilDate(daysSince1970: day)
    guard day < today, date.year == CivilDate(daysSince1970: today).year else {
      return date.text + " " + clock
    }
    return "\(date.day) \(Self.months[date.month - 1]) \(clock)"
  }

  /// Returns the moment with milliseconds, in the time of a zone, such as `2026-11-20
  /// 14:03:20.512`.
  ///
  /// - Parameter zone: The time zone.
  package func exactText(zone: TimeZone = .local) -> String {
    let (day, millisecond) = localTime(in: zone)
    return CivilDate(daysSince1970: day).text + " " + Self.clock(millisecond) + ":"
      + digits(millisecond / 1000 % 60, 2) + "." + digits(millisecond % 1000, 3)
  }

  /// The short names of the months.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Formats milliseconds since midnight as `14:03`.
  private static func clock(_ millisecond: Int64) -> String {
    digits(millisecond / 3_600_000, 2) + ":" + digits(millisecond / 60_000 % 60, 2)
  }

  /// Returns the moment at which clocks of a zone showed a time of day, on the day that is
  /// `daysAgo` days before the day of this moment.
  ///
  /// - Parameters:
  ///   - millisecond: The time in milliseconds since midnight.
  ///   - daysAgo: The number of days before the day of this moment, or 0 for the same day.
  ///   - zone: The time zone.
  package func atLocalTime(_ millisecond: Int64, daysAgo: Int64, zone: TimeZone) -> Timestamp {
    let day = localTime(in: zone).day
    let (second, rest) = floorDivide(millisecond, 1000)
    let seconds = zone.seconds(fromLocal: (day - daysAgo) * 86_400 + second)
    return Timestamp(milliseconds: 0).advanced(byMilliseconds: seconds &* 1000 &+ rest)
  }

  /// Returns the latest moment, up to and including this moment, at which clocks of a zone showed a
  /// time of day on a day of the week.
  ///
  /// - Parameters:
  ///   - millisecond: The time in milliseconds since midnight.
  ///   - weekday: The day of the week, where 0 is Monday.
  ///   - zone: The time zone.
  package func atLocalTime(_ millisecond: Int64, weekday: Int64, zone: TimeZone) -> Timestamp {
    // 1970 began on a Thursday.
    let (_, present) = floorDivide(localTime(in: zone).day + 3, 7)
    let ago = (present - weekday + 7) % 7
    let moment = atLocalTime(millisecond, daysAgo: ago, zone: zone)
    return moment <= self ? moment : atLocalTime(millisecond, daysAgo: ago + 7, zone: zone)
  }

  /// Returns the latest moment, up to and including this moment, at which clocks of a zone showed a
  /// time of day on a day of the year. Returns nil for a day that does not exist in any year.
  ///
  /// - Parameters:
  ///   - millisecond: The time in milliseconds since midnight.
  ///   - month: The month, 1 to 12.
  ///   - day: The day of the month, 1 to 31.
  ///   - zone: The time zone.
  package func atLocalTime(
    _ millisecond: Int64, month: Int, day: Int, zone: TimeZone
  ) -> Timestamp? {
    let today = localTime(in: zone).day
    let year = CivilDate(daysSince1970: today).year
    // The last leap day may be eight years ago.
    for year in (year - 8...year).reversed() {
      guard let date = CivilDate(year: year, month: month, day: day) else { continue }
      let moment = atLocalTime(millisecond, daysAgo: today - date.daysSince1970, zone: zone)
      if moment <= self { return moment }
    }
    return nil
  }

  /// Returns the beginning of the month of this moment, or of an earlier month.
  ///
  /// - Parameters:
  ///   - monthsAgo: The number of months before the month of this moment.
  ///   - isYear: Whether to return the beginning of the year of that month instead.
  ///   - zone: The time zone.
  package func startOfMonth(monthsAgo: Int64, isYear: Bool = false, zone: TimeZone) -> Timestamp {
    let today = localTime(in: zone).day
    let now = CivilDate(daysSince1970: today)
    let months = Int64(now.year) * 12 + Int64(now.month) - 1 - monthsAgo
    let (year, month) = floorDivide(months, 12)
    guard let first = CivilDate(year: year, month: isYear ? 1 : Int(month) + 1, day: 1) else {
      return self
    }
    return atLocalTime(0, daysAgo: today - first.daysSince1970, zone: zone)
  }

  /// Returns the day, counted from 1970-01-01, and the milliseconds since midnight in a zone.
  private func localTime(in zone: TimeZone) -> (day: Int64, millisecond: Int64) {
    let (seconds, rest) = floorDivide(milliseconds, 1000)
    let (day, second) = floorDivide(seconds + zone.offsetSeconds(at: seconds), 86_400)
    return (day, second * 1000 + rest)
  }

  /// The current moment according to the system's clock, which may be set back.
  package static var now: Timestamp {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
      return Timestamp(milliseconds: 0)
    }
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
