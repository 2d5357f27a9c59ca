import Foundation
import TestSupport
import Testing

@testable import Notation

@Suite struct TimestampTests {
  typealias TimeZone = Notation.TimeZone

  @Test(arguments: [
    Case("epoch", 0, "1970-01-01T00:00:00.000Z"),
    Case("a minute", 1_767_225_642_000, "2026-01-01T00:00:42.000Z"),
    Case("before", -1, "1969-12-31T23:59:59.999Z"),
    Case("leap day", 951_782_400_000, "2000-02-29T00:00:00.000Z"),
    Case("year 0", -62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    Case("before year 0", -62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
    Case("year 10000", 253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
    Case("the last", .max, "+292278994-08-17T07:12:55.807Z"),
    Case("last", Int64.max, "+292278994-08-17T07:12:55.807Z"),
    Case("first", Int64.min, "-292275055-05-16T16:47:04.192Z"),
  ])
  func `a time is written in UTC, and can be read back`(row: Case<Int64, String>) {
    let timestamp = Timestamp(milliseconds: row.input)
    #expect(timestamp.description == row.expected)
    #expect(Timestamp(row.expected) == timestamp)
  }

  static let zone = TimeZone(fixedSeconds: 7200)

  @Test(arguments: [
    Case("UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
    Case("small letters", "2026-01-01t00:00:00z", "2026-01-01T00:00:00.000Z"),
    Case("space", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00.000Z"),
    Case("offset", "2026-01-01T00:00:00+02:00", "2025-12-31T22:00:00.000Z"),
    Case("offset behind", "2026-01-01T00:00:00-05:30", "2026-01-01T05:30:00.000Z"),
    Case("short offset", "2026-01-01T00:00:00+0200", "2025-12-31T22:00:00.000Z"),
    Case("hours of offset", "2026-01-01T00:00+02", "2025-12-31T22:00:00.000Z"),
    Case("no seconds", "2026-01-01T12:34Z", "2026-01-01T12:34:00.000Z"),
    Case("tenths", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z"),
    Case("hundredths", "2026-01-01T00:00:00,25Z", "2026-01-01T00:00:00.250Z"),
    Case("nanoseconds", "2026-01-01T00:00:00.123999999Z", "2026-01-01T00:00:00.123Z"),
    Case("leap second", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    Case("local", "2026-01-01T00:00", "2025-12-31T22:00:00.000Z"),
    Case("date alone", "2026-01-01", "2025-12-31T22:00:00.000Z"),
    Case("leap day", "2024-02-29", "2024-02-28T22:00:00.000Z"),
  ])
  func `times are read`(row: Case<String, String>) throws {
    let timestamp = try #require(Timestamp(row.input, zone: Self.zone))
    #expect(timestamp.description == row.expected)
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
    "2026-01-00", "2026-01-01T", "2026-01-01T24:00", "2026-01-01T00:60", "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00.", "2026-01-01T00:00:00.Z", "2026-01-01T00:00Zx", "2026-01-01T00:00+24:00",
    "2026-01-01T00:00+02:", "2026-01-01T00:00:00+0", "2026-01-01x00:00", "+999999999-01-01",
    "+9999999999-01-01", "-1-01-01", "２０２６-01-01", "2026-01-01T00:00:0\u{301}0",
  ])
  func `an invalid time is refused`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `days agree with the C library`() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
      var time = time_t(seconds)
      var fields = tm()
      try #require(gmtime_r(&time, &fields) != nil)
      let expected = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.000Z", fields.tm_year + 1900, fields.tm_mon + 1,
        fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec)
      #expect(Timestamp(milliseconds: seconds * 1000).description == expected)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any time is unchanged after writing and reading`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let shift = Int64.random(in: 0..<63, using: &random)
    let timestamp = Timestamp(
      milliseconds: Int64.random(in: .min ... .max, using: &random) >> shift)
    #expect(Timestamp(timestamp.description) == timestamp)
    #expect(!timestamp.shortText(now: Timestamp(milliseconds: .max)).isEmpty)
    let text = random.text(
      of: ["2026", "-", "01", "T", ":", "00", "Z", "+", ".", "9", "99999999", "s", "ms"], count: 14)
    if let read = Timestamp(text) { #expect(Timestamp(read.description) == read) }
  }

  @Test(arguments: [
    Case("today", "2026-11-20T12:03:59Z", "14:03"),
    Case("first minute of today", "2026-11-19T22:00Z", "00:00"),
    Case("yesterday", "2026-11-19T12:03Z", "yesterday 14:03"),
    Case("earlier this year", "2026-11-18T12:03Z", "18 Nov 14:03"),
    Case("the first day of the year", "2025-12-31T22:00Z", "1 Jan 00:00"),
    Case("another year", "2025-12-31T21:59Z", "2025-12-31 23:59"),
    Case("tomorrow", "2026-11-21T12:03Z", "2026-11-21 14:03"),
  ])
  func `lists show local time`(row: Case<String, String>) throws {
    let timestamp = try #require(Timestamp(row.input))
    let now = try #require(Timestamp("2026-11-20T20:00Z"))
    #expect(timestamp.shortText(now: now, zone: Self.zone) == row.expected)
  }

  @Test func `the local zone is that of the C library`() throws {
    for milliseconds in [0, 1_767_225_600_000, 1_783_000_000_000] as [Int64] {
      var time = time_t(milliseconds / 1000)
      var fields = tm()
      try #require(localtime_r(&time, &fields) != nil)
      let offset = TimeZone.local.offsetSeconds(at: milliseconds / 1000)
      #expect(offset == Int64(fields.tm_gmtoff))
    }
  }

  @Test(arguments: [
    Case("before", "2026-03-29T01:30", "2026-03-29T00:30:00.000Z"),
    Case("in the gap", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"),
    Case("after", "2026-03-29T03:30", "2026-03-29T01:30:00.000Z"),
    Case("twice, the earlier", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
    Case("after both", "2026-10-25T03:30", "2026-10-25T02:30:00.000Z"),
  ])
  func `times around a change to or from summer time are converted`(row: Case<String, String>)
    throws
  {
    let spring = try #require(Timestamp("2026-03-29T01:00Z")).milliseconds / 1000
    let autumn = try #require(Timestamp("2026-10-25T01:00Z")).milliseconds / 1000
    let berlin = TimeZone { $0 >= spring && $0 < autumn ? 7200 : 3600 }
    #expect(Timestamp(row.input, zone: berlin)?.description == row.expected)
  }

  @Test func `addition is limited to the last representable time`() {
    #expect(Timestamp(milliseconds: .max).advanced(byMilliseconds: 1).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).advanced(byMilliseconds: -1).milliseconds == .min)
  }
}
