import BrowserModel
import Notation
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Times in commands as they are spoken, in the local time zone.
@Suite struct SpokenTimeTests {
  /// Returns a context with a tab opened at midnight of 2026 (UTC), and another tab each hour.
  private func hourlyShell() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 60)
    for hour in 0..<6 { try context.run("open https://h\(hour).example/") }
    return context
  }

  @Test(arguments: [
    "at today 3:30", "at \"today 3:30\"", "at @today 3:30", "at 90min ago", "at 90 min ago",
    "log --since today 3:30",
  ])
  func `a time may have several words`(line: String) throws {
    var context = try hourlyShell()
    let answer = try context.run(line)
    if line.hasPrefix("log") {
      #expect(answer.contains("h4.example") && !answer.contains("h3.example"))
    } else {
      #expect(try context.run("tabs").contains("h3.example"), "\(answer)")
      #expect(!(try context.run("tabs")).contains("h4.example"))
    }
  }

  @Test func `two points are parsed separately`() throws {
    var context = try hourlyShell()
    let difference = try context.run("diff today 1:30 today 3:30")
    #expect(difference.contains("h3.example") && difference.contains("h2.example"))
    #expect(!difference.contains("h4.example") && !difference.contains("h1.example"))
  }

  @Test(arguments: [
    ("this morning", PointInTime.thisMorning),
    ("this evening", .day(ago: 0, milliseconds: 64_800_000)),
    ("last night", .day(ago: 1, milliseconds: 64_800_000)),
    ("Yesterday evening", .day(ago: 1, milliseconds: 64_800_000)),
    ("monday afternoon", .weekday(0, milliseconds: 43_200_000)),
    ("morning", .timeOfDay(milliseconds: 21_600_000)),
  ])
  func `a part of the day means its beginning`(text: String, time: PointInTime) throws {
    #expect(PointInTime(text[...]) == time)
    #expect(PointInTime("this") == nil && PointInTime("this monday") == nil)
    var context = try hourlyShell()
    context.presentation.now = { Timestamp(milliseconds: 1_767_225_600_000 + 7 * 3_600_000) }
    if text == "this morning" {
      #expect(try context.run("at \(text) ; tabs").contains("h5.example"))
    }
  }

  @Test func `a mark takes precedence over a time with the same name`() throws {
    var context = try hourlyShell()
    try context.run("mark noon 2")
    #expect(try context.run("at noon").hasPrefix("at #2,"))
    #expect(!(try context.run("at @noon")).hasPrefix("at #2,"))
  }

  @Test func `a bare number is an event`() throws {
    var context = try hourlyShell()
    #expect(try context.run("at 5").hasPrefix("at #5,"))
  }

  @Test(arguments: ["restore 2020-01-01", "branch early 2020-01-01"])
  func `a time before the first event needs confirmation`(line: String) throws {
    var context = try hourlyShell()
    let sequence = context.store.browser.sequence
    #expect(try context.run(line).contains("before the first event (00:00"))
    #expect(context.store.browser.sequence == sequence)
    context.presentation.assumesYes = true
    try context.run(line)
    #expect(context.store.browser.sequence > sequence)
  }

  @Test func `an invalid time is rejected with the accepted forms`() throws {
    let error = #expect(throws: UsageError.self) {
      try CommandCatalogue.table.read(Words("at last tuesday teatime").commands[0])
    }
    #expect(error?.message.contains("yesterday 8am") ?? false)
  }

  /// The clocks of Berlin showed 02:30 twice on 25 October 2026 and never on 29 March.
  @Test(arguments: [
    Case("Berlin", "Europe/Berlin", "2 Jan 00:59"),
    Case("New York", "America/New_York", "1 Jan 18:59"),
    Case("Kathmandu", "Asia/Kathmandu", "2 Jan 05:44"), Case("UTC", "UTC", "1 Jan 23:59"),
    Case("Auckland", "Pacific/Auckland", "2 Jan 12:59"),
  ])
  func `a list shows local times that can be typed`(row: Case<String, String>) throws {
    let run = try RetraceProcess.run(
      [
        "--memory", "--clock", "2026-01-01T23:59:00Z+30d", "-c", "open a.example", "-c",
        "open b.example", "-c", "visits", "-c", "at \(row.expected)", "-c", "tabs",
      ], environment: ["TZ": row.input])
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.contains { $0.contains("a.example") && $0.contains(row.expected) }, "\(run.output)")
    #expect(lines.last?.contains("a.example") ?? false)
    #expect(!(lines.last?.contains("b.example") ?? true))
  }

  @Test func `summer time does not affect which times can be typed`() throws {
    for (start, typed) in [
      ("2026-03-29T00:30:00Z", "29 Mar 01:30"), ("2026-03-29T01:30:00Z", "29 Mar 03:30"),
      ("2026-10-25T00:30:00Z", "25 Oct 02:30"), ("2026-10-25T02:30:00Z", "25 Oct 03:30"),
    ] {
      let run = try RetraceProcess.run(
        [
          "--memory", "--clock", "\(start)+20d", "-c", "open a.example", "-c", "open b.example",
          "-c", "visits", "-c", "at \(typed)", "-c", "tabs",
        ], environment: ["TZ": "Europe/Berlin"])
      #expect(run.output.contains("\(typed)  "), "\(run.output)")
      #expect(run.output.split(separator: "\n").last?.contains("a.example") ?? false)
    }
  }
}
