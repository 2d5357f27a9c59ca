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
public struct Words: Hashable, Sendable {
  /// The words of each command.
  public internal(set) var commands: [[Word]] = []
  /// The quote that was never closed.
  public internal(set) var openQuote: OpenQuote?
  /// The UTF-8 bytes of the line that are a comment, its `#` included.
  public internal(set) var comment: Range<Int>?

  /// Splits a line, which may be unfinished.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - takesText: Whether the arguments of a command, named by its first word, are text.
  public init(_ line: String, takesText: (String) -> Bool = { _ in true }) {
    self = withoutActuallyEscaping(takesText) { takesText in
      var scanner = WordScanner(line, takesText: takesText)
      return scanner.scan()
    }
  }

  /// Splits a finished line; fails when a quote is open.
  public static func split(
    _ line: String, takesText: (String) -> Bool = { _ in true }
  ) throws(OpenQuote) -> [[Word]] {
    let words = Words(line, takesText: takesText)
    if let quote = words.openQuote { throw quote }
    return words.commands
  }

  /// The words that another program has split already, one for each of its arguments.
  ///
  /// Nothing in them is a quote, a comment or `;`. The ranges are those of the arguments joined by
  /// one space.
  public static func verbatim(_ arguments: some Sequence<String>) -> [Word] {
    var position = 0
    return arguments.map { argument in
      let end = position + argument.utf8.count
      defer { position = end + 1 }
      return Word(argument, range: position..<end)
    }
  }

  init() {}
}

/// A quote that a line opens and never closes.
public struct OpenQuote: Error, Hashable, Sendable {
  /// The quote: `'` or `"`.
  public let quote: Character
  /// The UTF-8 byte of the line at which the quote stands.
  public let offset: Int

  /// Makes an error.
  public init(quote: Character, offset: Int) {
    self.quote = quote
    self.offset = offset
  }
}

extension OpenQuote: CustomStringConvertible {
  /// What is wrong, as a sentence without its full stop.
  public var description: String { "the quote \(quote) is not closed" }
}

/// One word of a typed line.
public struct Word: Hashable, Sendable {
  /// The word without its quotes and escapes.
  public let text: String
  /// Whether the word was written in quotes; a quoted word is never an option, a comment or `;`.
  public let isQuoted: Bool
  /// The UTF-8 bytes of the line that the word covers, its quotes included.
  public let range: Range<Int>

  /// Makes a word; the range counts UTF-8 bytes of the line.
  public init(_ text: String, isQuoted: Bool = false, range: Range<Int> = 0..<0) {
    self.text = text
    self.isQuoted = isQuoted
    self.range = range
  }

  /// Whether the word stands where an option may stand: `--name`, or `-` and a letter.
  ///
  /// A negative number and a single `-` are not options.
  public var isOption: Bool {
    guard !isQuoted else { return false }
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    if second == UInt8(ascii: "-") { return bytes.next() != nil }
    return isASCIILetter(second)
  }

  /// Whether the word is the `--` after which nothing is an option.
  public var endsOptions: Bool { !isQuoted && text == "--" }
}

private func isASCIILetter(_ byte: UInt8) -> Bool {
  UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}

/// A text that was typed or pasted at the prompt: lines of commands, in which a newline in quotes is text.
///
///     EnteredText("tabs\nfind \"a\nb\"").lines.map(\.text)   // ["tabs", "find \"a\nb\""]
struct EnteredText {
  /// A line of commands.
  struct Line {
    var text: String
    /// The UTF-8 byte of the text at which the line begins.
    var offset: Int
  }

  /// The lines in order, at least one; those without words are kept.
  private(set) var lines: [Line] = []
  /// The quote that is still open at the end of the text.
  private(set) var openQuote: OpenQuote?

  /// Splits a text.
  ///
  /// O(bytes), and once more for each row with a quote in it while that quote is open.
  init(_ text: String) {
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

  /// The words of each command, of all lines.
  var commands: [[Word]] { lines.flatMap { Words($0.text).commands } }

  /// The line in which the text ends.
  var lastLine: String { lines.last?.text ?? "" }
}
