/// The error for an invalid command or an invalid call of the program. The exit status is 2.
package struct UsageError: Error, Hashable, Sendable {
  /// The kinds of errors, with their names in JSON.
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

  /// The kind of error.
  package let code: Code
  /// A description of the error and of what would be valid, without a full stop. It is not yet safe
  /// for a terminal.
  package let message: String
  /// The text that was probably meant, if there is a similar name.
  package let suggestion: String?
  /// The range of the invalid part of the command line, in UTF-8 bytes, or nil if something is
  /// missing.
  package let range: Range<Int>?

  /// Creates an error.
  package init(
    _ code: Code, _ message: String, suggestion: String? = nil, range: Range<Int>? = nil
  ) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
    self.range = range
  }

  /// Creates the error for an unclosed quote.
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
