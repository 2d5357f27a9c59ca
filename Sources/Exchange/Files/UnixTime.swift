/// Conversions of other programs' times to milliseconds since 1970 UTC.
enum UnixTime {
  /// Converts a time in seconds. A number that is too large for seconds is read as milliseconds or
  /// microseconds, and an even larger number as microseconds since 1601. Returns 0 for an invalid
  /// time.
  static func milliseconds(_ time: Int64) -> Int64 {
    switch time {
    case ...0: 0
    case ..<100_000_000_000: time * 1_000
    case ..<100_000_000_000_000: time
    case ..<10_000_000_000_000_000: time / 1_000
    default: milliseconds(sinceYear1601: time)
    }
  }

  /// Converts microseconds since 1601 UTC, which WebKit and Chromium use. Returns 0 for times
  /// before 1970.
  static func milliseconds(sinceYear1601 microseconds: Int64) -> Int64 {
    max(microseconds / 1_000 - 11_644_473_600_000, 0)
  }

  /// Converts a time to microseconds since 1601 UTC. Returns 0 if the time is unknown.
  static func sinceYear1601(milliseconds: Int64) -> Int64 {
    milliseconds > 0 ? (milliseconds + 11_644_473_600_000) * 1_000 : 0
  }

  /// Converts seconds since 2001 UTC, which Cocoa uses.
  static func milliseconds(sinceYear2001 seconds: Double) -> Int64 {
    Int64(exactly: ((seconds + 978_307_200) * 1_000).rounded()).map { max($0, 0) } ?? 0
  }

  /// Converts a time in ISO 8601. The time may be complete, such as
  /// `2026-01-02T03:04:05.678+01:00`, or only the beginning of such a time. Without an offset, the
  /// time is in UTC. A number is converted as by ``milliseconds(_:)``. Returns 0 for any other
  /// text.
  static func milliseconds(written text: String) -> Int64 {
    if let number = Int64(text) { return milliseconds(number) }
    var fields = Fields(text)
    guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2),
      fields.skip("-"), let day = fields.number(2), 1...12 ~= month, 1...31 ~= day
    else { return 0 }
    let days = days(year, month, day)
    guard fields.skip("T") || fields.skip(" "), let hour = fields.number(2), fields.skip(":"),
      let minute = fields.number(2)
    else { return max(days * 86_400_000, 0) }
    let second = fields.skip(":") ? fields.number(2) ?? 0 : 0
    let fraction = fields.skip(".") ? fields.thousandths() : 0
    let offset = fields.offsetMinutes()
    let minutes = (days * 24 + hour) * 60 + minute - offset
    return max((minutes * 60 + second) * 1_000 + fraction, 0)
  }

  /// Converts a time in the log of a web server, such as `10/Oct/2000:13:55:36 +0300`. Returns 0
  /// for any other text.
  ///
  /// Source: Apache HTTP Server, Common Log Format.
  static func milliseconds(logged text: String) -> Int64 {
    var fields = Fields(text)
    guard let day = fields.number(2), 1...31 ~= day, fields.skip("/"), let month = fields.month(),
      fields.skip("/"), let year = fields.number(4), fields.skip(":"), let hour = fields.number(2),
      fields.skip(":"), let minute = fields.number(2), fields.skip(":"),
      let second = fields.number(2), fields.skip(" ")
    else { return 0 }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - fields.offsetMinutes()
    return max((minutes * 60 + second) * 1_000, 0)
  }

  /// Returns the number of days from 1970 to a date of the Gregorian calendar. In the calculation,
  /// a year begins in March, so that the leap day is its last day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// Reads the digits of a time from left to right.
  private struct Fields {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(sign.value) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ count: Int) -> Int64? {
      guard rest.count >= count else { return nil }
      defer { rest.removeFirst(count) }
      return Int64(String(decoding: rest.prefix(count), as: UTF8.self))
    }

    /// Reads the first letters of an English month name, and returns the number of the month.
    mutating func month() -> Int64? {
      let name = String(decoding: rest.prefix(3), as: UTF8.self)
      guard let place = Self.months.firstIndex(of: name) else { return nil }
      rest.removeFirst(3)
      return Int64(place) + 1
    }

    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads the digits after a decimal point, and returns milliseconds.
    mutating func thousandths() -> Int64 {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest.removeFirst(digits.count)
      let text = String(decoding: digits.prefix(3), as: UTF8.self)
      return Int64(text + String(repeating: "0", count: 3 - text.count)) ?? 0
    }

    mutating func offsetMinutes() -> Int64 {
      let isWest = rest.first == UInt8(ascii: "-")
      guard skip("+") || skip("-"), let hours = number(2) else { return 0 }
      _ = skip(":")
      let minutes = hours * 60 + (number(2) ?? 0)
      return isWest ? -minutes : minutes
    }
  }
}
