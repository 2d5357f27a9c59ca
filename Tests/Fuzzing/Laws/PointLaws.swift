import Notation

@testable import CommandKit

/// Laws for any text that is parsed as a point in time.
enum PointLaws {
  private static let zones = [
    Notation.TimeZone(fixedSeconds: 0), Notation.TimeZone(fixedSeconds: 7_200),
    Notation.TimeZone(fixedSeconds: -43_200),
  ]

  private static let nows = [Int64.min, -1, 0, 1_767_225_600_000, 253_402_300_799_999, .max].map {
    Timestamp(milliseconds: $0)
  }

  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    for zone in zones {
      guard let point = Point(text, zone: zone) else { continue }
      let typed = "\(point)"
      try hold(Point(typed, zone: zone) == point, "“\(typed)” is another point than “\(text)”")
      switch point {
      case .time(let time), .timeOrName(let time, _): try resolve(time, zone, text)
      default: break
      }
    }
    let words = (try? Words.split(text))?.flatMap { $0 } ?? []
    guard !words.isEmpty else { return }
    try hold((1...words.count).contains(Point.wordCount(words[...])), "more words than there are")
  }

  /// A time without a day is never in the future.
  private static func resolve(
    _ time: PointInTime, _ zone: Notation.TimeZone, _ text: String
  ) throws {
    for now in nows {
      let moment = time.timestamp(now: now, zone: zone)
      let written = moment.description
      try hold(
        Timestamp(written[...], zone: zone) == moment,
        "“\(text)” is at \(written), which is not read")
      if case .ago = time {
        try hold(moment <= now, "“\(text)” is later than now")
      }
    }
  }
}
