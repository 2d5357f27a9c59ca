internal import Catalogue
internal import CommandKit
internal import LineEditing

/// The text shown after the cursor that says what could follow.
struct LineHint {
  private let context: CommandContext

  private var index: CommandIndex { CommandCatalogue.table.index }

  init(_ context: CommandContext) { self.context = context }

  /// The arguments still to come, else the rest of the best address, else that of the newest line that
  /// begins so.
  ///
  /// - Parameter newestLine: The newest line of the history that goes on as a text begins, and is wanted.
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

  /// Where there are no colours a hint is still told from what was typed.
  private var style: String {
    guard context.style.isColored else { return Style.sequence([.dim]) }
    return Style.sequence(context.style.looks(of: .hint))
  }

  private func restOfAddress(_ cursor: CursorContext) -> String? {
    guard cursor.text.utf8.count > 1, cursor.candidates.contains(.value(.address)),
      let best = ValueCompletion(context, typed: cursor.text).readBestAddress()
    else { return nil }
    let rest = String(best.dropFirst(cursor.text.count))
    return rest.isEmpty ? nil : rest
  }

  /// So many earlier lines are read: somebody types.
  private static let linesLookedAt = 100

  /// What was wrong once is no hint, nor is what a terminal would obey.
  private func restOfLine(
    _ line: String, _ newestLine: (String, (String) -> Bool) -> String?
  ) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
    var count = 0
    let found = newestLine(line) { former in
      count += 1
      return count <= Self.linesLookedAt && SafeText(former).text == former
        && !LineHighlighting(index, context.aliases, former).parts.contains { $0.role == .error }
    }
    return found.map { String($0.unicodeScalars.dropFirst(line.unicodeScalars.count)) }
  }
}
