import CommandKit
import TestSupport
import Testing

@Suite struct NearestTests {
  static let names = [
    "open", "close", "closed", "tabs", "tab", "background", "bookmark", "bookmarks",
  ]

  @Test(arguments: [
    Case("swap", "opne", "open"), Case("missing letter", "ope", "open"),
    Case("extra letter", "openn", "open"), Case("wrong letter", "tabz", "tabs"),
    Case("case", "OPEN", "open"), Case("first of equals", "tag", "tab"),
    Case("two slips in a long word", "bokmrk", "bookmark"),
    Case("beginning", "backg", "background"), Case("far", "xyzzy", nil),
    Case("short and far", "xy", nil), Case("empty", "", nil),
    Case("too long", String(repeating: "a", count: 65), nil),
  ])
  func `the nearest name is found`(row: Case<String, String?>) {
    #expect(Nearest.name(to: row.input, among: Self.names) == row.expected)
  }

  @Test(arguments: [
    Case("equal", ["a", "a"], 0), Case("empty", ["", "abc"], 3), Case("swap", ["ab", "ba"], 1),
    Case("kitten", ["kitten", "sitting"], 3), Case("restricted", ["ca", "abc"], 3),
  ])
  func `the distance of two words is computed`(row: Case<[String], Int>) {
    #expect(Nearest.distance(row.input[0], row.input[1]) == row.expected)
    #expect(Nearest.distance(row.input[1], row.input[0]) == row.expected)
  }
}
