import Notation
import TestSupport
import Testing

@testable import Catalogue

/// The text and JSON of `stats`.
@Suite struct ActivityTests {
  private static func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 60)
    for place in 0..<4 { try context.run("open https://site\(place % 2).example/\(place)") }
    try context.run("go https://site0.example/again")
    for _ in 0..<3 { try context.run("close 1") }
    return context
  }

  @Test func `the number of tabs over time and the most visited sites are shown`() throws {
    var context = try Self.context()
    let lines = try context.run("stats").split(separator: "\n").map(String.init)
    let chart = try #require(lines.firstIndex(of: "tabs over time"))
    // Four tabs were open in the middle, and one at the end.
    let signs = lines[chart + 1].dropFirst(2)
    #expect(signs.count == 48)
    #expect(signs.first == "▂" && signs.last == "▂" && signs.contains("████"))
    // The clock advances with each reading.
    #expect(lines[chart + 2] == "  00:00 to 08:00, at most 4 tabs")
    #expect(
      lines.suffix(3) == [
        "sites visited most", "  site0.example  3 visits", "  site1.example  2 visits",
      ])
    #expect(!lines.contains { $0.hasPrefix("damaged events") })
  }

  @Test func `JSON contains all values of the text`() throws {
    var context = try Self.context()
    context.presentation.printsJSON = true
    let json = try JSONParser.parse(Array(context.run("stats").utf8))
    let tabs = try #require(json["tabsOverTime"])
    #expect(tabs["from"]?.string == "2026-01-01T00:00:00.000Z")
    #expect(tabs["to"]?.string == "2026-01-01T08:00:00.000Z")
    #expect(tabs["most"]?.integer == 4)
    let peaks = (tabs["peaks"]?.elements ?? []).compactMap(\.integer)
    #expect(peaks.count == 48)
    #expect(peaks.max() == 4)
    let sites = (json["sites"]?.elements ?? []).map { site in
      "\(site["host"]?.string ?? "") \(site["visits"]?.integer ?? 0)"
    }
    #expect(sites == ["site0.example 3", "site1.example 2"])
    #expect(try !context.run("stats --internal").contains("tabsOverTime"))
  }

  @Test func `internal numbers are shown only on request`() throws {
    var context = try Self.context()
    let lines = try context.run("stats --internal")
    #expect(lines.contains(/damaged events +0\n/))
    #expect(!lines.contains("tabs over time"))
    #expect(try context.run("stats").contains("actions undone") == false)
    try context.run("undo")
    #expect(try context.run("stats").contains(/actions undone +1\n/))
  }

  @Test func `an empty log has no chart`() throws {
    var context = try memoryShell()
    #expect(try !context.run("stats").contains("tabs over time"))
  }

  @Test func `each period has a peak`() {
    let counts = [(milliseconds: Int64(0), tabs: 1), (50, 9), (51, 2)]
    #expect(Activity.peaks(counts, until: 100, in: 4) == [1, 1, 9, 2])
    #expect(Activity.peaks([(milliseconds: 5, tabs: 3)], until: 5, in: 3) == [3, 0, 0])
    #expect(Activity.peaks([], until: 5, in: 3) == [])
  }
}
