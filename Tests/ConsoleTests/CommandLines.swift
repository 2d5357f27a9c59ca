import EventCoding
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Lines for every command: the command without arguments, the examples of its help, and random
/// values and options.
enum CommandLines {
  /// The commands that never end, need a user, or read a file of this computer.
  private static let left: Set<String> = [
    "quit", "source", "inspect", "record", "replay", "serve", "page thumbnail", "sync init",
    "sync join",
    "sync follow",
  ]

  static func all(
    of effects: [CommandDeclaration.Effect], _ random: inout SplitMix64
  ) -> [String] {
    let declarations = CommandCatalogue.table.index.declarations.filter {
      // The commands for browsers change files of the user's home folder.
      effects.contains($0.effect) && !left.contains($0.name) && !$0.name.hasPrefix("live")
    }
    var lines: [String] = []
    for declaration in declarations {
      lines.append(declaration.name)
      lines += declaration.examples.map(\.line)
      for option in declaration.options where option.name != "follow" {
        lines.append("\(declaration.name) --\(option.name)")
        lines.append(
          "\(declaration.name) \(random.pick(values)) --\(option.name) \(random.pick(values))")
      }
      for parameter in declaration.parameters {
        let words = values(parameter.kind)
        lines += words.map { "\(declaration.name) \($0)" }
        lines.append("\(declaration.name) \(random.pick(words)) \(random.pick(values))")
      }
    }
    return lines.filter { !$0.contains("--follow") && !$0.contains("import ~") }
  }

  private static let values = [
    "1", "2", "3", "#1", "#2", "#4", "#7", "#12", "1:1", "a.example", "Work", "start", "now", "-1",
    "125", "blue", "tab", "''", "tab.closed",
  ]

  private static func values(_ kind: ValueKind) -> [String] {
    if case .choice(let words) = kind { return words }
    return values
  }
}
