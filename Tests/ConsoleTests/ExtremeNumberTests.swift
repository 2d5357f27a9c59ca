import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Every numeric argument of a command, with extreme values.
@Suite struct ExtremeNumberTests {
  private static let numbers = [
    "\(Int.max)", "\(Int.max - 1)", "\(Int.min)", "\(Int.min + 1)", "\(Int32.max)",
    "\(Int64(Int32.max) + 1)", "\(Int32.min)", "\(Int64(Int32.min) - 1)", "18446744073709551616",
    "0", "-1",
  ]

  /// The commands that would end the run, or need a file or another program.
  private static let left: Set<String> = [
    "quit", "source", "serve", "import", "export", "inspect", "record", "replay", "backup",
    "recover", "report",
    "page thumbnail", "compact",
  ]

  private static let setUp = [
    "open a.example", "go b.example", "open c.example", "group 1 --title G", "bookmark",
    "bookmark c.example --folder F", "mark m", "window new", "open d.example",
  ]

  /// Returns the values to try for a kind of value, or none for text.
  private static func values(_ kind: ValueKind) -> [String] {
    switch kind {
    case .integer, .positive, .percent: numbers
    case .tab, .window, .group, .bookmark, .closedItem, .entry, .event:
      numbers + numbers.map { "#\($0)" } + numbers.map { "\($0):1" } + numbers.map { "1:\($0)" }
    case .point: numbers + numbers.map { "@\($0)" } + numbers.map { "\($0)min ago" }
    default: []
    }
  }

  private static let declarations = CommandCatalogue.table.index.declarations.filter {
    !left.contains($0.name) && !$0.name.hasPrefix("sync") && !$0.name.hasPrefix("live")
  }

  private static let lines = declarations.flatMap { declaration -> [String] in
    declaration.parameters.enumerated().flatMap { place, parameter in
      values(parameter.kind).map { value in
        let others = declaration.parameters.indices.map { $0 == place ? "'\(value)'" : "1" }
        return "\(declaration.name) -- \(others[...place].joined(separator: " "))"
      }
    }
      + declaration.options.flatMap { option -> [String] in
        guard option.values.count == 1, let kind = option.values.first?.kind else { return [] }
        return values(kind).map { "\(declaration.name) '--\(option.name)=\($0)'" }
      }
  }

  @Test(arguments: [[], ["--json"]])
  func `no command traps on a number`(_ options: [String]) throws {
    #expect(Self.lines.contains("visits '--limit=\(Int.max)'"))
    let run = try RetraceProcess.run(
      ["--memory", "--yes", "--keep-going"] + options,
      input: (Self.setUp + Self.lines + ["windows"]).map { $0 + "\n" }.joined(), joinsErrors: true)
    #expect(run.status < 128, "\(run.output.suffix(2_000))")
    #expect(!run.output.contains("Fatal error"))
  }

  @Test func `the largest number as a limit lists everything`() throws {
    let all = try RetraceProcess.lines(
      "open a.example", "open b.example", "visits --limit \(Int.max)",
      "visits --top --limit \(Int.max)", "find example --limit \(Int.max)",
      "closed --limit \(Int.max)")
    #expect(all.status == 0)
    #expect(all.output.components(separatedBy: "b.example").count > 3)
  }

  @Test func `a server survives every number`() throws {
    let numbers = Self.numbers + ["1e300", "1.5"]
    var messages = [
      ServingMessages.hello, ServingMessages.request("open", #""address":"a.example""#),
      ServingMessages.request("engine"),
    ]
    for number in numbers {
      for name in ["visits", "find", "closed", "log"] {
        messages.append(ServingMessages.request(name, #""words":"a","limit":\#(number)"#))
        messages.append(ServingMessages.request(name, #""limit":\#(number)"#))
      }
      messages += [
        ServingMessages.request("subscribe", #""since":\#(number)"#),
        ServingMessages.request("acknowledge", #""cursor":"c","through":\#(number)"#),
        ServingMessages.request("engine", #""shown":[\#(number)]"#),
        ServingMessages.request("pin", #""tab":2,"ifAt":\#(number)"#),
        ServingMessages.request("undo", #""last":\#(number)"#),
        ServingMessages.request("cancel", #""id":\#(number)"#),
      ]
      for member in ["tab", "number", "command", "index", "x", "y"] {
        for news in ["committed", "scrolled", "finished", "gone"] {
          let usual = [
            "tab": "2", "number": "1", "command": "1", "index": "0", "x": "0", "y": "0",
          ].merging([member: number]) { $1 }
          let members = usual.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
          messages.append(
            ServingMessages.request(
              "report",
              members.joined(separator: ",") + #","news":"\#(news)","item":{"entry":2},"#
                + #""items":[{"entry":2,"url":"https://a.example/"}]"#))
        }
      }
    }
    let run = try RetraceProcess.run(
      ["--memory", "serve"], input: messages.map { $0 + "\n" }.joined())
    #expect(run.status == 0, "\(run.errors.suffix(2_000))")
    let answers = run.output.split(separator: "\n").filter { $0.contains(#""id":1"#) }
    #expect(answers.count == messages.count)
  }
}
