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
