package import Notation

/// A position in the log as typed, which is not yet resolved to an event.
package enum Point: Hashable, Sendable {
  /// Before the first event: `start`, `0`, `#0`.
  case start
  /// The present: `now`.
  case now
  /// An event by its number: `1234`, `#1234`. The number is negative in the private log.
  case event(Int64)
  /// A number of events before the present: `-5`.
  case back(Int64)
  /// The newest event at or before this time: `@14:00`.
  case time(PointInTime)
  /// The moment of a mark, or the newest event of a branch, by its name.
  case name(String)
  /// A time, unless a mark or a branch has this name: `noon`.
  case timeOrName(PointInTime, String)

  /// Parses a point, or returns nil.
  ///
  /// The forms are: `start`, `0` and `#0`; `now`; `1234` and `#1234`; `-5`; a time (``PointInTime``),
  /// with or without `@` before it. Any other text that is not a number and does not begin with
  /// `-`, `#` or `@` is a name. Parsing does not check whether such a mark or branch exists. Times
  /// without an offset are in `zone`.
  package init?(_ text: String, zone: TimeZone = .local) {
    let rest = text.dropFirst()
    switch text.utf8.first {
    case nil: return nil
    case UInt8(ascii: "@"):
      guard let time = PointInTime(rest, zone: zone) else { return nil }
      self = .time(time)
    case UInt8(ascii: "-"):
      guard let count = Self.number(rest) else { return nil }
      self = .back(count)
    case UInt8(ascii: "#"):
      let isPrivate = rest.utf8.first == UInt8(ascii: "-")
      guard let number = Self.number(isPrivate ? rest.dropFirst() : rest) else { return nil }
      guard number > 0 else {
        if isPrivate { return nil }
        self = .start
        return
      }
      self = .event(isPrivate ? -number : number)
    default:
      guard let point = Self.plain(text, zone) else { return nil }
      self = point
    }
  }

  /// Parses text without a prefix.
  private static func plain(_ text: String, _ zone: TimeZone) -> Point? {
    switch text {
    case "start": return .start
    case "now": return .now
    default:
      guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        return PointInTime(text[...], zone: zone).map { .timeOrName($0, text) } ?? .name(text)
      }
      return Int64(text).map { $0 == 0 ? .start : .event($0) }
    }
  }

  /// Parses a number that consists only of digits. In contrast, `Int64` also accepts signs.
  private static func number(_ digits: Substring) -> Int64? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(digits)
  }
}

extension Point: CustomStringConvertible {
  /// The point in a form that can be typed. An absolute time is in UTC.
  package var description: String {
    switch self {
    case .start: "start"
    case .now: "now"
    case .event(let number): number < 0 ? "#\(number)" : "\(number)"
    case .back(let count): "-\(count)"
    case .time(let time): "@\(time)"
    case .name(let name), .timeOrName(_, let name): name
    }
  }
}

extension Point {
  /// Whether the point can be a time.
  package var isTime: Bool {
    switch self {
    case .time, .timeOrName: true
    default: false
    }
  }

  /// The number of words in the longest time: `monday at 8:30 pm`.
  private static let maximumWords = 5

  /// Returns the number of words at the beginning of a list that form one point. A time such as
  /// `yesterday 14:05` consists of several words, and any other point of one word.
  static func wordCount(_ words: ArraySlice<Word>) -> Int {
    let plain = words.prefix { !$0.isQuoted }.prefix(maximumWords).map(\.text)
    guard plain.count > 1 else { return 1 }
    for count in (2...plain.count).reversed() {
      var text = plain[..<count].joined(separator: " ")[...]
      if text.first == "@" { text = text.dropFirst() }
      if PointInTime(text) != nil { return count }
    }
    return 1
  }
}
