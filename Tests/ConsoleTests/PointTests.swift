import Notation
import TestSupport
import Testing

@testable import Console

@Suite struct PointTests {
  typealias TimeZone = Notation.TimeZone

  /// Two hours ahead of UTC.
  static let zone = TimeZone(fixedSeconds: 7200)

  static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  @Test(arguments: [
    Case("start", "start", Point.start), Case("zero", "0", .start), Case("now", "now", .now),
    Case("number", "1234", .event(1234)), Case("id", "#1234", .event(1234)),
    Case("private id", "#-5", .event(-5)), Case("back", "-5", .back(5)),
    Case("back by nothing", "-0", .back(0)),
    Case("seconds", "@30s", .time(.ago(milliseconds: 30_000))),
    Case("minutes", "@15m", .time(.ago(milliseconds: 900_000))),
    Case("hours", "@2h", .time(.ago(milliseconds: 7_200_000))),
    Case("days", "@3d", .time(.ago(milliseconds: 259_200_000))),
    Case("weeks", "@2w", .time(.ago(milliseconds: 1_209_600_000))),
    Case("today", "@today", .time(.day(ago: 0))),
    Case("yesterday", "@yesterday", .time(.day(ago: 1))),
    Case("time of day", "@14:00", .time(.timeOfDay(milliseconds: 50_400_000))),
    Case("its seconds", "@14:00:05", .time(.timeOfDay(milliseconds: 50_405_000))),
    Case("name", "before-trip", .name("before-trip")),
    Case("like a word", "nowhere", .name("nowhere")),
    Case("other letters", "été", .name("été")), Case("begins with a digit", "2nd", .name("2nd")),
    Case("digits of another script", "٣", .name("٣")),
  ])
  func `a point is read`(row: Case<String, Point>) {
    #expect(Point(row.input) == row.expected)
  }

  @Test(arguments: [
    Case("local", "@2026-11-20T14:00", "2026-11-20T12:00:00.000Z"),
    Case("with seconds", "@2026-11-20T14:00:30", "2026-11-20T12:00:30.000Z"),
    Case("UTC", "@2026-11-20T14:00Z", "2026-11-20T14:00:00.000Z"),
    Case("offset", "@2026-11-20T14:00-05:00", "2026-11-20T19:00:00.000Z"),
    Case("day", "@2026-11-20", "2026-11-19T22:00:00.000Z"),
    Case("today", "@today", "2026-11-20T22:00:00.000Z"),
    Case("yesterday", "@yesterday", "2026-11-19T22:00:00.000Z"),
    Case("a time that was today", "@01:15", "2026-11-20T23:15:00.000Z"),
    Case("this moment", "@01:30", "2026-11-20T23:30:00.000Z"),
    Case("a time that was yesterday", "@01:31", "2026-11-19T23:31:00.000Z"),
    Case("so long ago", "@90m", "2026-11-20T22:00:00.000Z"),
  ])
  func `a time is one moment`(row: Case<String, String>) throws {
    // There it is 01:30 on the 21st.
    let now = try Self.moment("2026-11-20T23:30Z")
    guard case .time(let time) = Point(row.input, zone: Self.zone) else {
      Issue.record("no time")
      return
    }
    #expect(time.timestamp(now: now, zone: Self.zone).description == row.expected)
  }

  @Test(arguments: [
    "", "@", "#", "-", "--5", "#0", "#x", "#--5", "-5x", "@2", "@h", "@2y",
    "@-2h",
    "@ 2h", "@25:00", "@14:60", "@14", "@14:00Z", "@noon", "@2026-13-01", "@99999999999999999999d",
    "@9223372036854775807w", "99999999999999999999", "#１",
  ])
  func `what is no point is refused`(text: String) {
    #expect(Point(text) == nil)
  }

  @Test func `what a point says of itself is the same point`() throws {
    for text in [
      "start", "now", "12", "#-3", "-7", "@14:05:09", "@90s", "@today", "@yesterday", "a",
    ] {
      let point = try #require(Point(text))
      #expect(Point("\(point)") == point, "\(text)")
    }
  }

  @Test(arguments: 0..<2000 as Range<UInt64>)
  func `no text traps`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "@", "#", "-", "0", "9", "14", ":", "00", "T", "Z", "+", "2026", "-11-20", "s", "m", "h", "d",
      "w", "today", "yesterday", "now", "start", " ", "9223372036854775807", "é", ".",
    ]
    let text = random.text(of: pieces, count: 6)
    let nows = [Int64.min, -1, 0, 1_767_225_600_000, .max].map { Timestamp(milliseconds: $0) }
    guard case .time(let time)? = Point(text, zone: Self.zone) else { return }
    for now in nows { _ = time.timestamp(now: now, zone: Self.zone).description }
  }
}
