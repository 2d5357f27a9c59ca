internal import Catalogue
internal import CommandKit
internal import LineEditing

/// The syntax of text that is being typed, determined without the state of the profile.
///
/// A word that can still become valid is not marked as an error. For example, “open” must not be
/// red before the user has typed the complete word.
struct LineHighlighting {
  /// A part of the text with a style.
  struct Part: Hashable {
    /// The range of UTF-8 bytes in the text.
    var range: Range<Int>
    var role: Style.Role
  }

  /// The parts in order, without overlaps. An error takes precedence over a quoted string.
  let parts: [Part]

  /// Parses a text, which may have several lines.
  /// - Complexity: O(words), plus O(words) for each invalid command.
  init(_ index: CommandIndex, _ aliases: Aliases, _ text: String) {
    parts = EnteredText(text).lines.flatMap { line in
      LineReading(index, aliases, line.text).parts.map { part in
        let range = part.range.lowerBound + line.offset..<part.range.upperBound + line.offset
        return Part(range: range, role: part.role)
      }
    }
  }

  /// Returns the highlights for the line that the editor currently shows. `bytes` is the length of
  /// the lines above.
  func highlights(in style: Style, after bytes: Int = 0) -> [LineEditor.Highlight] {
    parts.filter { $0.range.upperBound > bytes }.map { part in
      LineEditor.Highlight(
        max(0, part.range.lowerBound - bytes)..<part.range.upperBound - bytes,
        style: Style.sequence(style.attributes(of: part.role)))
    }
  }
}

/// One line of text that is being typed.
private struct LineReading {
  typealias Part = LineHighlighting.Part

  private let index: CommandIndex
  private let aliases: Aliases
  private let line: String
  private let words: Words

  init(_ index: CommandIndex, _ aliases: Aliases, _ line: String) {
    self.index = index
    self.aliases = aliases
    self.line = line
    words = Words(line, takesText: aliases.takesText)
  }

  var parts: [Part] {
    let errors = words.commands.compactMap(invalidPart)
    let strings = words.commands.joined().compactMap(string).filter { string in
      !errors.contains { $0.range.overlaps(string.range) }
    }
    let comment = words.comment.map { Part(range: $0, role: .comment) }
    return (errors + strings + (comment.map { [$0] } ?? []))
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the invalid part of a command, or nil if the command is valid or incomplete.
  private func invalidPart(of command: [Word]) -> Part? {
    do {
      for command in aliases.writtenOut([command]) { _ = try index.read(command) }
      return nil
    } catch {
      guard let range = (error as? UsageError)?.range, !range.isEmpty, !mayBecomeValid(range) else {
        return nil
      }
      return Part(range: range, role: .error)
    }
  }

  /// Whether the error is at the end of the line, in a name or a number that can still become
  /// valid.
  private func mayBecomeValid(_ range: Range<Int>) -> Bool {
    guard range.upperBound == line.utf8.count else { return false }
    let cursor = index.cursor(in: aliases.writtenOut(typed: line))
    return cursor.candidates.contains { beginsName($0, cursor.text) }
      || Self.endings.contains { isValidOrIncomplete(line + $0) }
  }

  /// The endings that may complete an unfinished number or time.
  private static let endings = ["1", "00", "1:00"]

  private func beginsName(_ candidate: CursorContext.Candidate, _ typed: String) -> Bool {
    switch candidate {
    case .command: (index.firstWords + aliases.names).contains { $0.hasPrefix(typed) }
    case .programOption: false
    case .secondWord(let first): index.secondWords(after: first).contains { $0.hasPrefix(typed) }
    case .option(let places):
      places.flatMap { index.declarations[$0].options }
        .contains { "--\($0.name)".hasPrefix(typed) }
    case .value(.choice(let names)): names.contains { $0.hasPrefix(typed) }
    case .shape: Help.shapeNames(index).contains { $0.hasPrefix(typed) }
    case .value: false
    }
  }

  /// Whether the last command of a line is valid or only incomplete.
  private func isValidOrIncomplete(_ line: String) -> Bool {
    let commands = aliases.writtenOut(Words(line, takesText: aliases.takesText).commands)
    guard let last = commands.last else { return false }
    do {
      _ = try index.read(last)
      return true
    } catch {
      return (error as? UsageError)?.range == nil
    }
  }

  /// Returns the quoted part of a word, which is the complete word, or the value in `--title="…"`.
  /// Returns nil if no part is quoted.
  private func string(_ word: Word) -> Part? {
    if word.isQuoted { return Part(range: word.range, role: .string) }
    let bytes = Array(line.utf8)[word.range]
    guard bytes.starts(with: "--".utf8), let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      case let value = equals + 1, value < bytes.endIndex,
      bytes[value] == UInt8(ascii: "'") || bytes[value] == UInt8(ascii: "\"")
    else { return nil }
    return Part(range: value..<word.range.upperBound, role: .string)
  }
}
