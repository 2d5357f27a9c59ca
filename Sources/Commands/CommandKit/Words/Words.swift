/// A typed line, split into commands of words.
///
///     Words(#"open "a b" ; next"#).commands   // [[open, a b], [next]]
///
/// - Words are separated by spaces; tabs indent a line and may end it, elsewhere they are text.
/// - A word that begins with `'` or `"` ends at the same quote, and what follows the quote is the
///   next word. Inside double quotes `\"` and `\\` are escapes; elsewhere quotes and backslashes
///   are ordinary.
/// - `#` at the start of the line begins a comment; anywhere else it is text, as in `go C #`.
/// - `;` and `&&` separate commands as words of their own; commands without words are left out. A line
///   ends at the first command that fails, so the two are the same.
/// - A `;` at the end of a word separates, too, unless the command takes text: there it may be a part
///   of an address. At the end of a command's name it always separates.
///
/// Splitting never fails, so that a line can be completed while it is typed: a quote that is
/// still open ends with the line, and ``openQuote`` tells of it. O(bytes).
package struct Words: Hashable, Sendable {
  /// The words of each command.
  package internal(set) var commands: [[Word]] = []
  /// The quote that was never closed.
  package internal(set) var openQuote: OpenQuote?
  /// The UTF-8 bytes of the line that are a comment, its `#` included.
  package internal(set) var comment: Range<Int>?

  /// Splits a line, which may be unfinished.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - takesText: Whether the arguments of a command, named by its first word, are text.
  package init(_ line: String, takesText: (String) -> Bool = { _ in true }) {
    self = withoutActuallyEscaping(takesText) { takesText in
      var scanner = WordScanner(line, takesText: takesText)
      return scanner.scan()
    }
  }

  /// Splits a finished line; fails when a quote is open.
  package static func split(
    _ line: String, takesText: (String) -> Bool = { _ in true }
  ) throws -> [[Word]] {
    let words = Words(line, takesText: takesText)
    if let quote = words.openQuote { throw UsageError(quote) }
    return words.commands
  }

  /// The words that another program has split already, one for each of its arguments.
  ///
  /// Nothing in them is a quote, a comment or `;`. The ranges are those of the arguments joined by
  /// one space.
  package static func verbatim(_ arguments: some Sequence<String>) -> [Word] {
    var position = 0
    return arguments.map { argument in
      let end = position + argument.utf8.count
      defer { position = end + 1 }
      return Word(argument, range: position..<end)
    }
  }

  init() {}
}
