public import Notation

/// The part of a point behind `@`: a time, absolute or as seen from now.
public enum PointInTime: Hashable, Sendable {
  /// This moment.
  case moment(Timestamp)
  /// The latest past moment at which clocks showed so many milliseconds after midnight.
  case timeOfDay(milliseconds: Int64)
  /// So many milliseconds ago.
  case ago(milliseconds: Int64)
  /// The beginning of the day so many days ago: 0 is today.
  case day(ago: Int64)

  /// Reads a time, or gives nil.
  ///
  /// `2026-11-20T14:00` and all that `Timestamp.init(_:zone:)` reads, a day meaning its beginning;
  /// `14:00`, perhaps with seconds; `30s`, `15m`, `2h`, `3d`, `2w`, each a fixed length of time;
  /// `today` and `yesterday`, the beginnings of these days.
  public init?(_ text: Substring, zone: TimeZone = .local) {
    switch text {
    case "today": self = .day(ago: 0)
    case "yesterday": self = .day(ago: 1)
    default:
      if let milliseconds = Self.length(text) {
        self = .ago(milliseconds: milliseconds)
      } else if let milliseconds = TimeReader.timeOfDay(text) {
        self = .timeOfDay(milliseconds: milliseconds)
      } else if let moment = Timestamp(text, zone: zone) {
        self = .moment(moment)
      } else {
        return nil
      }
    }
  }

  /// The moment it means at `now`, by the clocks of a zone.
  public func timestamp(now: Timestamp, zone: TimeZone = .local) -> Timestamp {
    switch self {
    case .moment(let moment): moment
    case .ago(let milliseconds): now.advanced(byMilliseconds: -milliseconds)
    case .day(let ago): now.atLocalTime(0, daysAgo: ago, zone: zone)
    case .timeOfDay(let milliseconds): latest(milliseconds, before: now, zone: zone)
    }
  }

  private func latest(_ millisecond: Int64, before now: Timestamp, zone: TimeZone) -> Timestamp {
    let today = now.atLocalTime(millisecond, daysAgo: 0, zone: zone)
    return today <= now ? today : now.atLocalTime(millisecond, daysAgo: 1, zone: zone)
  }

  /// Milliseconds of `15m`; nil too where it is longer than can be counted.
  private static func length(_ text: Substring) -> Int64? {
    let digits = text.dropLast()
    guard let unit = text.utf8.last.flatMap(seconds), !digits.isEmpty,
      digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int64(digits)
    else { return nil }
    let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit * 1000)
    return overflow ? nil : milliseconds
  }

  private static func seconds(_ unit: UInt8) -> Int64? {
    switch unit {
    case UInt8(ascii: "s"): 1
    case UInt8(ascii: "m"): 60
    case UInt8(ascii: "h"): 3600
    case UInt8(ascii: "d"): 86_400
    case UInt8(ascii: "w"): 604_800
    default: nil
    }
  }
}

extension PointInTime: CustomStringConvertible {
  /// As it could be typed behind `@`.
  public var description: String {
    switch self {
    case .moment(let moment): moment.description
    case .timeOfDay(let milliseconds):
      digits(milliseconds / 3_600_000, 2) + ":" + digits(milliseconds / 60_000 % 60, 2) + ":"
        + digits(milliseconds / 1000 % 60, 2)
    case .ago(let milliseconds): "\(milliseconds / 1000)s"
    case .day(let ago): ago == 0 ? "today" : "yesterday"
    }
  }
}
