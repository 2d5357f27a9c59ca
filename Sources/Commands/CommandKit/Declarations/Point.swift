package import Notation

/// A position in the log as it is typed, before the log is asked which event it is.
package enum Point: Hashable, Sendable {
  /// Before the first event: `start`, `0`.
  case start
  /// The present: `now`.
  case now
  /// An event by its number: `1234`, `#1234`; negative in the private log.
  case event(Int64)
  /// So many events before the present: `-5`.
  case back(Int64)
  /// The newest event of this time or an earlier one: `@14:00`.
  case time(PointInTime)
  /// A mark, or the newest event of a branch.
  case name(String)
  /// A time, unless a mark or a branch has this name: `noon`.
  case timeOrName(PointInTime, String)

  /// Reads a point, or gives nil.
  ///
  /// `start` and `0`; `now`; `1234` and `#1234`; `-5`; a time (``PointInTime``), with `@` before it
  /// or without. Anything else that is not a number and does not begin with `-`, `#` or `@` is a
  /// name; whether there is such a mark or branch is for the log to say. Times without an offset
  /// are those of the zone.
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
      guard let number = Self.number(isPrivate ? rest.dropFirst() : rest), number > 0 else {
        return nil
      }
      self = .event(isPrivate ? -number : number)
    default:
      guard let point = Self.plain(text, zone) else { return nil }
      self = point
    }
  }

  /// What begins with no sign.
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

  /// Digits alone, unlike what `Int64` reads.
  private static func number(_ digits: Substring) -> Int64? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(digits)
  }
}

extension Point: CustomStringConvertible {
  /// As it could be typed; a time by its moment in UTC where it has one.
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
  /// Whether it may be a time.
  package var isTime: Bool {
    switch self {
    case .time, .timeOrName: true
    default: false
    }
  }

  /// The words of the longest time: `monday at 8:30 pm`.
  private static let mostWords = 5

  /// Returns how many words at the beginning of some make one point: several for a time such as
  /// `yesterday 14:05`, otherwise one.
  static func wordCount(_ words: ArraySlice<Word>) -> Int {
    let plain = words.prefix { !$0.isQuoted }.prefix(mostWords).map(\.text)
    guard plain.count > 1 else { return 1 }
    for count in (2...plain.count).reversed() {
      var text = plain[..<count].joined(separator: " ")[...]
      if text.first == "@" { text = text.dropFirst() }
      if PointInTime(text) != nil { return count }
    }
    return 1
  }
}
