internal import Catalogue
internal import CommandKit
internal import LineEditing

/// The text shown after the cursor that shows how the line can continue.
struct LineHint {
  private let context: CommandContext

  private var index: CommandIndex { CommandCatalogue.table.index }

  init(_ context: CommandContext) { self.context = context }

  /// Returns the remaining arguments of the command. If there are none, returns the rest of the
  /// best matching address, otherwise the rest of the newest matching line.
  /// - Parameter newestLine: Returns the newest line of the history that begins with a text and
  ///   satisfies a condition.
  func hint(
    _ line: String, newestLine: (String, (String) -> Bool) -> String? = { _, _ in nil }
  ) -> LineEditor.Hint? {
    let cursor = index.cursor(
      in: context.aliases.writtenOut(typed: EnteredText(line).lastLine))
    if cursor.text.isEmpty, line.utf8.last == UInt8(ascii: " "), !cursor.hint.isEmpty {
      return LineEditor.Hint(
        text: cursor.hint.joined(separator: " "), isAcceptable: false, style: style)
    }
    let rest = restOfAddress(cursor) ?? restOfLine(line, newestLine)
    return rest.map { LineEditor.Hint(text: $0, isAcceptable: true, style: style) }
  }

  /// The style of the hint, which differs from the style of typed text even without colours.
  private var style: String {
    guard context.style.isColored else { return Style.sequence([.dim]) }
    return Style.sequence(context.style.attributes(of: .hint))
  }

  private func restOfAddress(_ cursor: CursorContext) -> String? {
    guard cursor.text.utf8.count > 1, cursor.candidates.contains(.value(.address)),
      let best = ValueCompletion(context, typed: cursor.text).readBestAddress()
    else { return nil }
    let rest = String(best.dropFirst(cursor.text.count))
    return rest.isEmpty ? nil : rest
  }

  /// The maximum number of earlier lines to read after each change of the line.
  private static let linesLookedAt = 100

  /// Returns the rest of the newest matching line. Lines with errors or terminal escapes are
  /// skipped.
  private func restOfLine(
    _ line: String, _ newestLine: (String, (String) -> Bool) -> String?
  ) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
    var count = 0
    let found = newestLine(line) { previous in
      count += 1
      return count <= Self.linesLookedAt && SafeText(previous).text == previous
        && !LineHighlighting(index, context.aliases, previous).parts.contains { $0.role == .error }
    }
    return found.map { String($0.unicodeScalars.dropFirst(line.unicodeScalars.count)) }
  }
}
