/// A quote that a line opens and never closes.
package struct OpenQuote: Hashable, Sendable {
  /// The quote: `'` or `"`.
  package let quote: Character
  /// The position of the quote, as a UTF-8 offset in the line.
  package let offset: Int

  /// Creates an open quote.
  package init(quote: Character, offset: Int) {
    self.quote = quote
    self.offset = offset
  }
}

extension OpenQuote: CustomStringConvertible {
  /// The description as a sentence without its full stop.
  package var description: String { "the quote \(quote) is not closed" }
}
