package import CommandKit

/// User-defined names for command lines, which last until the console ends.
///
/// At the beginning of a command, an alias is replaced by its line. Further words become arguments
/// of the last command in that line. An alias cannot have the name of a command, and its line must
/// begin with a command. Therefore an alias never refers to another alias.
package struct Aliases {
  private let index: CommandIndex
  private var lines: [String: String] = [:]

  init(_ index: CommandIndex) { self.index = index }

  /// The names, sorted.
  package var names: [String] { lines.keys.sorted() }

  /// The line of an alias, or nil if no alias has that name.
  subscript(name: String) -> String? { lines[name] }

  /// Defines an alias. Replaces an alias with the same name.
  mutating func define(_ name: String, as line: String) throws {
    guard name.first?.isLetter == true,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else {
      throw CommandError(
        "invalidName",
        "An alias must begin with a letter, followed by letters, digits, - and _: alias NAME = "
          + "COMMAND")
    }
    guard index.places(beginningWith: name).isEmpty else {
      throw CommandError(
        "invalidName",
        "“\(name)” is a command, so an alias cannot have this "
          + "name.")
    }
    let commands = try commands(of: line)
    guard !commands.isEmpty else {
      throw UsageError(
        .missingArgument, "an alias needs a line of commands: alias NAME = COMMAND")
    }
    for words in commands { _ = try index.find(words) }
    lines[name] = line
  }

  /// Removes an alias, and returns whether it existed.
  mutating func remove(_ name: String) -> Bool { lines.removeValue(forKey: name) != nil }

  private func commands(of line: String) throws -> [[Word]] {
    try Words.split(line, takesText: index.takesText)
  }

  /// Splits a complete line into commands, with aliases replaced.
  package func split(_ line: String) throws -> [[Word]] {
    writtenOut(try Words.split(line, takesText: takesText))
  }

  /// Returns commands with their aliases replaced.
  package func writtenOut(_ commands: [[Word]]) -> [[Word]] {
    commands.flatMap { words -> [[Word]] in
      guard let line = line(of: words) else { return [words] }
      // A position in the line of the alias does not exist in the typed line.
      var commands = Words(line, takesText: index.takesText).commands.map { words in
        words.map { Word($0.text, isQuoted: $0.isQuoted) }
      }
      commands[commands.count - 1] += words.dropFirst()
      return commands
    }
  }

  /// Returns a line that is being typed, with aliases replaced. The alias of the last command is
  /// replaced only if a space follows it.
  package func writtenOut(typed line: String) -> String {
    guard let words = Words(line, takesText: takesText).commands.last, let name = words.first,
      name.range.upperBound < line.utf8.count, let text = self.line(of: words)
    else { return line }
    let bytes = Array(line.utf8)
    return String(
      decoding: bytes[..<name.range.lowerBound] + text.utf8 + bytes[name.range.upperBound...],
      as: UTF8.self)
  }

  /// Whether the arguments of a command or an alias are text (``CommandIndex/takesText(_:)``).
  package func takesText(_ first: String) -> Bool {
    let last = lines[first].flatMap { Words($0, takesText: index.takesText).commands.last?.first }
    return index.takesText(last?.text ?? first)
  }

  /// Returns the line of the alias with which a command begins, or nil.
  func line(of words: [Word]) -> String? {
    guard let first = words.first, !first.isQuoted else { return nil }
    return lines[first.text]
  }
}
