/// A text typed or pasted at the prompt, split into lines of commands. A newline in quotes is text.
///
///     EnteredText("tabs\nfind \"a\nb\"").lines.map(\.text)   // ["tabs", "find \"a\nb\""]
package struct EnteredText {
  /// A line of commands.
  package struct Line {
    package var text: String
    /// The UTF-8 offset in the text at which the line begins.
    package var offset: Int
  }

  /// The lines in order, at least one. Lines without words are included.
  package private(set) var lines: [Line] = []
  /// The quote that is still open at the end of the text.
  package private(set) var openQuote: OpenQuote?

  /// Splits a text.
  ///
  /// O(bytes) without open quotes. While a quote is open, each row with a quotation mark takes
  /// O(bytes) again.
  package init(_ text: String) {
    var offset = 0
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let openQuote, var line = lines.popLast() {
        line.text += "\n\(row)"
        lines.append(line)
        let quotes = openQuote.quote.utf8
        if row.utf8.contains(where: quotes.contains) { self.openQuote = Words(line.text).openQuote }
      } else {
        lines.append(Line(text: String(row), offset: offset))
        openQuote = Words(String(row)).openQuote
      }
      offset += row.utf8.count + 1
    }
  }

  /// The words of each command in all lines.
  package var commands: [[Word]] { lines.flatMap { Words($0.text).commands } }

  /// The last line of the text.
  package var lastLine: String { lines.last?.text ?? "" }
}
