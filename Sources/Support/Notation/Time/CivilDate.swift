/// A day of the Gregorian calendar, which also applies to times before its introduction.
///
/// The arithmetic follows Howard Hinnant, "chrono-compatible low-level date algorithms". It uses
/// eras of 400 years that begin on the first of March, so that the leap day is the last day of its
/// year.
struct CivilDate: Hashable, Sendable {
  /// The astronomical year, in which 0 is the year before year 1.
  var year: Int64
  /// The month, 1 to 12.
  var month: Int
  /// The day of the month, 1 to 31.
  var day: Int

  /// The number of days in an era of 400 years.
  private static let daysOfEra: Int64 = 146_097
  /// The number of days from the first of March of year 0 to 1970-01-01.
  private static let epoch: Int64 = 719_468

  /// Creates a day from a number of days since 1970-01-01. The day must be in the range of
  /// ``Timestamp``.
  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = floorDivide(days + CivilDate.epoch, CivilDate.daysOfEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = Int(dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100))
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates a day. Returns nil if the calendar has no such day.
  init?(year: Int64, month: Int, day: Int) {
    guard 1...12 ~= month, day >= 1 else { return nil }
    guard day <= CivilDate.days(inMonth: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days since 1970-01-01, for years of up to nine digits.
  var daysSince1970: Int64 {
    let shifted = year - (month <= 2 ? 1 : 0)
    let (era, yearOfEra) = floorDivide(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + Int64(dayOfYear)
    return era * CivilDate.daysOfEra + dayOfEra - CivilDate.epoch
  }

  private static func days(inMonth month: Int, of year: Int64) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Divides and rounds down, so that the remainder is never negative.
func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
  let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}
