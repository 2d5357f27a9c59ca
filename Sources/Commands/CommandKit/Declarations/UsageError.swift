/// A line or a call that means nothing; status 2.
package struct UsageError: Error, Hashable, Sendable {
  /// The kinds, as `--json` names them.
  package enum Code: String, Hashable, Sendable {
    case openQuote
    case unknownCommand
    case unknownOption
    case unknownTopic
    case missingArgument
    case extraArgument
    case missingValue
    case unwantedValue
    case badValue
    case conflict
    case noProfile
  }

  /// What kind it is.
  package let code: Code
  /// What was wrong and what would work, without a full stop; not yet safe for a terminal.
  package let message: String
  /// What was meant, when it is near.
  package let suggestion: String?
  /// The UTF-8 bytes of the line that are wrong, or nil for what is missing.
  package let range: Range<Int>?

  /// Makes an error.
  package init(
    _ code: Code, _ message: String, suggestion: String? = nil, range: Range<Int>? = nil
  ) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
    self.range = range
  }

  /// Tells of a quote that was never closed.
  package init(_ quote: OpenQuote) {
    self.init(.openQuote, quote.description, range: quote.offset..<quote.offset + 1)
  }

  package static func unknown(
    _ code: Code, _ what: String, _ word: Word, among names: [String], prefix: String = "",
    otherwise advice: String
  ) -> UsageError {
    let name = word.text.drop { $0 == "-" }.prefix { $0 != "=" }
    let nearest = Nearest.name(to: prefix.isEmpty ? word.text : String(name), among: names)
    let suggestion = nearest.map { prefix + $0 }
    let advice = suggestion.map { "did you mean “\($0)”?" } ?? advice
    return UsageError(
      code, "unknown \(what) “\(word.text)”; \(advice)", suggestion: suggestion, range: word.range)
  }
}

extension UsageError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
