/// A reader of the parts of an ISO 8601 time from left to right. If a part is missing, the function
/// that reads it returns nil, and the reader must not be used again.
package struct TimeReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// Whether all of the text has been read.
  var isAtEnd: Bool { position == bytes.count }

  /// Skips a character if it is the next character, and returns whether it was skipped.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  /// Reads exactly `width` digits.
  mutating func number(_ width: Int) -> Int64? {
    guard bytes.count - position >= width else { return nil }
    var value: Int64 = 0
    for byte in bytes[position..<position + width] {
      guard 0x30...0x39 ~= byte else { return nil }
      value = value * 10 + Int64(byte & 0xf)
    }
    position += width
    return value
  }

  /// Reads `YYYY-MM-DD`, which must be a day that exists.
  mutating func date() -> CivilDate? {
    guard let year = year(), skip("-"), let month = number(2), skip("-"), let day = number(2) else {
      return nil
    }
    return CivilDate(year: year, month: Int(month), day: Int(day))
  }

  private mutating func year() -> Int64? {
    let isNegative = skip("-")
    guard isNegative || skip("+") else { return number(4) }
    let width = bytes[position...].prefix { 0x30...0x39 ~= $0 }.count
    guard 4...9 ~= width, let year = number(width) else { return nil }
    return isNegative ? -year : year
  }

  /// Returns the milliseconds since midnight of a time such as `14:03`, `14:03:20` or `14:03:20.5`,
  /// or nil for any other text.
  package static func timeOfDay(_ text: some StringProtocol) -> Int64? {
    var reader = TimeReader(text)
    guard let time = reader.timeOfDay(), reader.isAtEnd else { return nil }
    return time
  }

  /// Reads a time of day, and returns the milliseconds since midnight.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    let minutes = hour * 60 + minute
    guard skip(":") else { return minutes * 60_000 }
    guard let second = number(2), second <= 60 else { return nil }
    let seconds = (minutes * 60 + second) * 1000
    guard skip(".") || skip(",") else { return seconds }
    return fraction().map { seconds + $0 }
  }

  /// Reads the digits after the decimal point, and returns them as milliseconds.
  private mutating func fraction() -> Int64? {
    let width = bytes[position...].prefix { 0x30...0x39 ~= $0 }.count
    guard width > 0, let value = number(min(width, 3)) else { return nil }
    position += max(0, width - 3)
    return width == 1 ? value * 100 : width == 2 ? value * 10 : value
  }

  /// Reads `Z` or an offset, and returns the number of seconds by which the time is ahead of UTC.
  mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2), hours < 24 else { return nil }
    var seconds = hours * 3600
    if !isAtEnd {
      _ = skip(":")
      guard let minutes = number(2), minutes < 60 else { return nil }
      seconds += minutes * 60
    }
    return isBehind ? -seconds : seconds
  }
}
