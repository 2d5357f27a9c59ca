import Notation
import TestSupport
import Testing

@testable import CommandKit

@Suite struct PointTests {
  typealias TimeZone = Notation.TimeZone

  /// A time zone two hours ahead of UTC.
  static let zone = TimeZone(fixedSeconds: 7200)

  static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  @Test(arguments: [
    Case("start", "start", Point.start), Case("zero", "0", .start), Case("id zero", "#0", .start),
    Case("now", "now", .now),
    Case("number", "1234", .event(1234)), Case("id", "#1234", .event(1234)),
    Case("private id", "#-5", .event(-5)), Case("back", "-5", .back(5)),
    Case("back by zero", "-0", .back(0)),
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
    Case("a time or a name", "noon", .timeOrName(.timeOfDay(milliseconds: 43_200_000), "noon")),
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
    // In that zone, the time is 01:30 on the 21st.
    let now = try Self.moment("2026-11-20T23:30Z")
    guard case .time(let time) = Point(row.input, zone: Self.zone) else {
      Issue.record("no time")
      return
    }
    #expect(time.timestamp(now: now, zone: Self.zone).description == row.expected)
  }

  /// Spoken times, and the same times in ISO 8601, at 01:30 on Saturday the 21st.
  private static let sayings: [Case<String, String>] = [
    Case("noon", "noon", "2026-11-20T12:00"), Case("midnight", "midnight", "2026-11-21T00:00"),
    Case("morning", "8am", "2026-11-20T08:00"), Case("evening", "8:30 PM", "2026-11-20T20:30"),
    Case("twelve at midnight", "12:15am", "2026-11-21T00:15"),
    Case("twelve at noon", "12:15pm", "2026-11-20T12:15"),
    Case("one digit", "9:05", "2026-11-20T09:05"),
    Case("a length", "90min ago", "2026-11-21T00:00"),
    Case("without ago", "1h", "2026-11-21T00:30"),
    Case("with a space", "2 hours ago", "2026-11-20T23:30"),
    Case("two lengths", "1h 30m", "2026-11-21T00:00"),
    Case("an hour", "an hour ago", "2026-11-21T00:30"),
    Case("weeks", "2w", "2026-11-07T01:30"),
    Case("yesterday", "yesterday 05:39", "2026-11-20T05:39"),
    Case("today", "today at 1am", "2026-11-21T01:00"),
    Case("the time first", "8pm yesterday", "2026-11-20T20:00"),
    Case("a weekday", "Monday", "2026-11-16T00:00"),
    Case("a short one", "thu 8am", "2026-11-19T08:00"),
    Case("this weekday", "sat", "2026-11-21T00:00"),
    Case("a week ago", "sat 8am", "2026-11-14T08:00"),
    Case("last", "last tuesday", "2026-11-17T00:00"),
    Case("a day", "20 Nov 14:05", "2026-11-20T14:05"),
    Case("its month first", "nov 20", "2026-11-20T00:00"),
    Case("of last year", "22 Nov", "2025-11-22T00:00"),
    Case("a leap day", "29 feb", "2024-02-29T00:00"),
    Case("an ordinal", "20th November 2024, 8am", "2024-11-20T08:00"),
    Case("ISO", "2026-11-20 14:05", "2026-11-20T14:05"),
    Case("ISO and noon", "2026-11-20 noon", "2026-11-20T12:00"),
    Case("seconds", "2026-11-20 14:05:09.123", "2026-11-20T14:05:09.123"),
  ]

  @Test(arguments: sayings)
  func `times can be typed as they are spoken`(row: Case<String, String>) throws {
    let now = try Self.moment("2026-11-20T23:30Z")
    let expected = try #require(Timestamp(row.expected, zone: Self.zone))
    for sign in ["", "@"] {
      let time: PointInTime
      switch Point(sign + row.input, zone: Self.zone) {
      case .timeOrName(let read, let name) where sign.isEmpty:
        #expect(name == row.input)
        time = read
      case .time(let read) where !sign.isEmpty: time = read
      default:
        Issue.record("\(sign)\(row.input) is not a time")
        continue
      }
      #expect(time.timestamp(now: now, zone: Self.zone) == expected)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `points shown in lists can be typed`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let now = try Self.moment("2026-11-20T23:30Z")
    let past = now.advanced(
      byMilliseconds: -Int64(random.below(random.pick([1, 30, 900]) * 86_400_000)))
    let minute = past.milliseconds - past.milliseconds % 60_000
    for (text, expected) in [
      (past.shortText(now: now, zone: Self.zone), minute),
      (past.exactText(zone: Self.zone), past.milliseconds),
    ] {
      let time = try #require(PointInTime(text[...], zone: Self.zone), "\(text)")
      #expect(time.timestamp(now: now, zone: Self.zone).milliseconds == expected, "\(text)")
      let words = Words.verbatim(text.split(separator: " ").map(String.init))
      #expect(Point.wordCount(words[...]) == words.count, "\(text)")
    }
  }

  @Test(arguments: [
    Case("one word", "yesterday rust", 1), Case("a time behind a day", "yesterday 14:05 rust", 2),
    Case("a number alone is an event", "42 rust", 1), Case("a length", "90 min ago", 3),
    Case("in quotes", "\"yesterday\" 14:05", 1), Case("two points", "yesterday @14:05", 1),
    Case("two times", "14:05 15:05", 1), Case("the longest", "20 nov 2026 at 8pm", 5),
  ])
  func `a point consumes all words of a time`(row: Case<String, Int>) {
    let words = Words(row.input).commands[0]
    #expect(Point.wordCount(words[...]) == row.expected)
  }

  @Test(arguments: [
    "", "@", "#", "-", "--5", "#x", "#--5", "-5x", "@2", "@h", "@2y",
    "@-2h",
    "@ 2h", "@25:00", "@14:60", "@14", "@14:00Z", "@noon or so", "@30 Feb", "@13pm", "@0am",
    "@8 am am",
    "@yesterday today", "@2 fortnights ago", "@ago", "@2026-13-01", "@99999999999999999999d",
    "@9223372036854775807w", "99999999999999999999", "#１",
  ])
  func `an invalid point is refused`(text: String) {
    #expect(Point(text) == nil)
  }

  @Test func `the description of a point parses to the same point`() throws {
    for text in [
      "start", "now", "12", "#-3", "-7", "@14:05:09", "@90s", "@today", "@yesterday", "a",
      "@yesterday 14:05:00", "@monday", "@tuesday 08:00:00", "@20 Nov", "@1 Jan 12:00:00", "noon",
    ] {
      let point = try #require(Point(text))
      #expect(Point("\(point)") == point, "\(text)")
    }
  }

  @Test(arguments: 0..<2000 as Range<UInt64>)
  func `no text causes a trap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "@", "#", "-", "0", "9", "14", ":", "00", "T", "Z", "+", "2026", "-11-20", "s", "m", "h", "d",
      "w", "today", "yesterday", "monday", "noon", "nov", "feb", "29", "am", "pm", "ago", "an",
      "now", "start", " ", "9223372036854775807", "é", ".",
    ]
    let text = random.text(of: pieces, count: 6)
    let nows = [Int64.min, -1, 0, 1_767_225_600_000, .max].map { Timestamp(milliseconds: $0) }
    let time: PointInTime
    switch Point(text, zone: Self.zone) {
    case .time(let read)?, .timeOrName(let read, _)?: time = read
    default: return
    }
    for now in nows { _ = time.timestamp(now: now, zone: Self.zone).description }
  }
}
