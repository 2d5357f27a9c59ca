/// A typed line, split into commands of words.
///
///     Words(#"open "a b" ; next"#).commands   // [[open, a b], [next]]
///
/// - Words are separated by spaces. Tabs may indent or end a line. Elsewhere, they are text.
/// - A word that begins with `'` or `"` ends at the same quote, and what follows the quote is the
///   next word. Inside double quotes `\"` and `\\` are escapes; elsewhere quotes and backslashes
///   are ordinary.
/// - `#` at the start of the line begins a comment; anywhere else it is text, as in `go C #`.
/// - `;` and `&&` as separate words separate commands. Commands without words are left out. A line
///   ends at the first command that fails, so the two are equivalent.
/// - A `;` at the end of a word also separates, unless the command accepts text: the `;` may then be
///   part of an address. At the end of a command's name it always separates.
///
/// Splitting never fails, so that an unfinished line can be completed. An open quote ends with the
/// line, and is reported by ``openQuote``. O(bytes).
package struct Words: Hashable, Sendable {
  /// The words of each command.
  package internal(set) var commands: [[Word]] = []
  /// The quote that was not closed, if any.
  package internal(set) var openQuote: OpenQuote?
  /// The UTF-8 bytes of the comment in the line, including its `#`.
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

  /// Splits a finished line. Fails if a quote is open.
  package static func split(
    _ line: String, takesText: (String) -> Bool = { _ in true }
  ) throws -> [[Word]] {
    let words = Words(line, takesText: takesText)
    if let quote = words.openQuote { throw UsageError(quote) }
    return words.commands
  }

  /// Creates one word for each argument that another program passed.
  ///
  /// Quotes, `#` and `;` have no special meaning in the arguments. The ranges of the words refer to
  /// a line in which the arguments are joined by single spaces.
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
