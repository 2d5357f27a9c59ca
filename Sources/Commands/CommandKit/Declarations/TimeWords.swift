internal import Notation

/// The words of a time as people say it, in lowercase.
struct TimeWords {
  private let words: [Substring]

  /// The names of the weekdays, from Monday.
  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  init(_ text: String) {
    words = text.split(separator: " ").map { $0.last == "," ? $0.dropLast() : $0 }
  }

  /// Returns the meaning of the words, or nil if they are not a time.
  func time(_ zone: TimeZone) -> PointInTime? {
    if let length = length { return .ago(milliseconds: length) }
    var words = words.filter { $0 != "at" && $0 != "on" }
    // “this morning” is today's, even before it has begun.
    if words == ["this", "morning"] { return .thisMorning }
    if words.count == 1, words[0] == "tonight" { words = ["today", "evening"] }
    if let period = Self.period(words[...]) { return period }
    if words.count == 2, words[0] == "this" { words[0] = "today" }
    guard !words.isEmpty else { return nil }
    if let time = Self.timeOfDay(words[...]) { return .timeOfDay(milliseconds: time) }
    if let day = Self.day(words[...], 0, zone) { return day }
    for place in words.indices.dropFirst() {
      let (head, tail) = (words[..<place], words[place...])
      if let time = Self.timeOfDay(tail), let day = Self.day(head, time, zone) { return day }
      if let time = Self.timeOfDay(head), let day = Self.day(tail, time, zone) { return day }
    }
    return nil
  }

  /// Returns a calendar week, month or year, or the last night. `last week` is the week before this
  /// week, from its Monday.
  private static func period(_ words: ArraySlice<Substring>) -> PointInTime? {
    guard words.count == 2, let first = words.first, let unit = words.last,
      let back: Int64 = first == "this" ? 0 : first == "last" ? 1 : nil
    else { return nil }
    return switch unit {
    case "week": .week(ago: back)
    case "month": .month(ago: back)
    case "year": .year(ago: back)
    case "night" where back == 1: .day(ago: 1, milliseconds: 18 * 3_600_000)
    default: nil
    }
  }

  // MARK: Lengths

  /// The length of time in milliseconds, for text such as `90min ago`, `1h 30m` or `an hour ago`.
  /// Nil if the words are not a length, or if the length is too long to count.
  private var length: Int64? {
    var words = words[...]
    let isAgo = words.last == "ago"
    if isAgo { words = words.dropLast() }
    guard !words.isEmpty else { return nil }
    var sum: Int64 = 0
    var rest = words.joined(separator: " ")[...]
    if isAgo, let unit = ["a ", "an "].first(where: rest.hasPrefix) {
      rest = "1 " + rest.dropFirst(unit.count)
    }
    while !rest.isEmpty {
      let digits = rest.prefix { "0"..."9" ~= $0 && $0.isASCII }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = rest.prefix { "a"..."z" ~= $0 && $0.isASCII }
      rest = rest.dropFirst(unit.count).drop { $0 == " " }
      guard let count = Int64(digits), let seconds = Self.seconds(unit) else { return nil }
      let (milliseconds, overflow) = count.multipliedReportingOverflow(by: seconds * 1000)
      let (longer, isTooLong) = sum.addingReportingOverflow(milliseconds)
      if overflow || isTooLong { return nil }
      sum = longer
    }
    return sum
  }

  private static func seconds(_ unit: Substring) -> Int64? {
    switch unit {
    case "s", "sec", "secs", "second", "seconds": 1
    case "m", "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "d", "day", "days": 86_400
    case "w", "week", "weeks": 604_800
    default: nil
    }
  }

  // MARK: Times of the day

  /// Returns the milliseconds from midnight to a time of day such as `14:05`, `8am`, `8:30 pm` or
  /// `noon`, or to the start of the `morning`.
  private static func timeOfDay(_ words: ArraySlice<Substring>) -> Int64? {
    let text = words.joined()
    guard words.count <= 2, !text.isEmpty else { return nil }
    if words.count == 1, let hour = namedHour(text) { return hour * 3_600_000 }
    let half = ["am", "pm"].first { text.hasSuffix($0) }
    guard let half else { return words.count == 1 ? clock(text[...]) : nil }
    let hours = text.dropLast(2)
    let time = clock(hours.contains(":") ? hours : hours + ":00")
    guard let time, 3_600_000..<(13 * 3_600_000) ~= time else { return nil }
    return time % (12 * 3_600_000) + (half == "pm" ? 12 * 3_600_000 : 0)
  }

  /// The start of the morning, in milliseconds since midnight.
  static let morning: Int64 = 6 * 3_600_000

  /// Returns the hour that a word means. A part of the day means the hour at which this part
  /// begins.
  private static func namedHour(_ word: String) -> Int64? {
    switch word {
    case "midnight": 0
    case "morning": morning / 3_600_000
    case "noon", "afternoon": 12
    case "evening": 18
    default: nil
    }
  }

  /// Parses a time of day. The hour may have a single digit: `9:05`.
  private static func clock(_ text: Substring) -> Int64? {
    TimeReader.timeOfDay(text.prefix { $0 != ":" }.count == 1 ? "0" + text : text)
  }

  // MARK: Days

  /// Returns the point in time that is `time` milliseconds after the midnight of a day.
  private static func day(
    _ words: ArraySlice<Substring>, _ time: Int64, _ zone: TimeZone
  ) -> PointInTime? {
    guard let first = words.first, words.count <= 3 else { return nil }
    if words.count == 1 {
      if first == "today" { return .day(ago: 0, milliseconds: time) }
      if first == "yesterday" { return .day(ago: 1, milliseconds: time) }
      if let weekday = weekday(first) { return .weekday(weekday, milliseconds: time) }
      return Timestamp(first, zone: .utc).flatMap { _ in date(first, time, zone) }
    }
    if words.count == 2, first == "last", let weekday = weekday(words[words.startIndex + 1]) {
      return .weekday(weekday, milliseconds: time)
    }
    let second = words[words.startIndex + 1]
    guard let (month, day) = monthAndDay(first, second) ?? monthAndDay(second, first) else {
      return nil
    }
    guard words.count == 3, let year = words.last else {
      // A leap year has every possible day.
      let isDay = Timestamp("2024-\(digits(Int64(month), 2))-\(digits(Int64(day), 2))") != nil
      return isDay ? .date(month: month, day: day, milliseconds: time) : nil
    }
    return date("\(year)-\(digits(Int64(month), 2))-\(digits(Int64(day), 2))"[...], time, zone)
  }

  /// Returns a date of a year, `2026-11-20`, with milliseconds since midnight by the clocks of a
  /// zone.
  private static func date(
    _ date: Substring, _ time: Int64, _ zone: TimeZone
  ) -> PointInTime? {
    let clock =
      digits(time / 3_600_000, 2) + ":" + digits(time / 60_000 % 60, 2) + ":"
      + digits(time / 1000 % 60, 2) + "." + digits(time % 1000, 3)
    return Timestamp("\(date)T\(clock)", zone: zone).map { .moment($0) }
  }

  /// Returns the number of a weekday, from its name or an abbreviation: `mon`, `tues`, `wednesday`.
  private static func weekday(_ word: Substring) -> Int64? {
    guard word.utf8.count >= 3 else { return nil }
    return weekdays.firstIndex { $0.hasPrefix(word) }.map(Int64.init)
  }

  /// Returns a month and a day, from words such as `nov` and `20`, or `november` and `20th`.
  private static func monthAndDay(
    _ month: Substring, _ day: Substring
  ) -> (month: Int, day: Int)? {
    guard month.utf8.count >= 3,
      let place = monthNames.firstIndex(where: { $0.hasPrefix(month) })
    else { return nil }
    let digits = ["st", "nd", "rd", "th"].contains { day.hasSuffix($0) } ? day.dropLast(2) : day
    guard 1...2 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(digits), 1...31 ~= number
    else { return nil }
    return (place + 1, number)
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
