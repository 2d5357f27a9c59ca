extension Timestamp {
  /// Parses a time in ISO 8601. Returns nil for any other text.
  ///
  /// The complete form is `2026-01-01T00:00:42.5Z`. Instead of `Z`, an offset (`+02:00`, `+0200` or
  /// `+02`) is allowed. The fraction, the seconds, and `Z` or the offset may be omitted. A date
  /// without a time means midnight. `T` may be lower case or a space. A year has four digits, or a
  /// sign and four to nine digits. Second 60 means the first second of the next minute. Digits
  /// beyond milliseconds are dropped.
  ///
  /// - Parameters:
  ///   - text: The time, without spaces around it.
  ///   - zone: The zone of a time without `Z` or an offset.
  package init?(_ text: some StringProtocol, zone: TimeZone = .local) {
    var reader = TimeReader(text)
    guard let date = reader.date() else { return nil }
    var millisecondOfDay: Int64 = 0
    var offset: Int64?
    if !reader.isAtEnd {
      guard reader.skip("T") || reader.skip("t") || reader.skip(" ") else { return nil }
      guard let time = reader.timeOfDay() else { return nil }
      millisecondOfDay = time
      if !reader.isAtEnd {
        guard let seconds = reader.offset() else { return nil }
        offset = seconds
      }
    }
    guard reader.isAtEnd else { return nil }
    let (wholeSeconds, rest) = floorDivide(millisecondOfDay, 1000)
    let local = date.daysSince1970 * 86_400 + wholeSeconds
    let seconds = offset.map { local - $0 } ?? zone.seconds(fromLocal: local)
    guard let sum = Int64(exactly: Int128(seconds) * 1000 + Int128(rest)) else { return nil }
    self.init(milliseconds: sum)
  }
}
