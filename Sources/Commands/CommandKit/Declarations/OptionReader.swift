/// Parses one option and its values in a list of words.
package struct OptionReader {
  package let options: [CommandOption]
  /// The advice about an unknown option that is not similar to any valid option.
  package let advice: String

  /// Creates a reader of the given options.
  package init(options: [CommandOption], advice: String) {
    self.options = options
    self.advice = advice
  }

  package struct Found {
    package let option: CommandOption
    package let values: [ArgumentValue]
    /// The number of words parsed.
    package let length: Int
  }

  /// Parses the option at an index. The word at this index must be an option.
  package func read(_ words: [Word], at index: Int) throws -> Found {
    let word = words[index]
    guard let option = option(for: word) else { throw unknown(word) }
    let inline = inlineValue(of: word)
    guard !option.values.isEmpty else {
      guard inline == nil else {
        throw UsageError(.unwantedValue, "--\(option.name) takes no value", range: word.range)
      }
      return Found(option: option, values: [], length: 1)
    }
    var values: [ArgumentValue] = []
    var length = 1
    for (offset, value) in option.values.enumerated() {
      let text: String
      let range: Range<Int>
      if offset == 0, let inline {
        (text, range) = (inline, word.range)
      } else {
        let next = try valueWord(words, at: index + length, of: option)
        let count = value.kind == .point ? pointLength(words, at: index + length) : 1
        let parts = words[(index + length)..<(index + length + count)]
        text = parts.map(\.text).joined(separator: " ")
        range = next.range.lowerBound..<(parts.last ?? next).range.upperBound
        length += count
      }
      let label = "--\(option.name)"
      if option.isRepeatable,
        let listed = try ArgumentValue.list(
          text, value.kind, label: value.label, in: label, range: range)
      {
        values += listed
      } else {
        values.append(try ArgumentValue(text, value.kind, label: label, range: range))
      }
    }
    return Found(option: option, values: values, length: length)
  }

  /// Returns the option with the name in a word, or nil.
  func option(for word: Word) -> CommandOption? {
    if word.text.hasPrefix("--") {
      let name = word.text.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
      return options.first { $0.name.utf8.elementsEqual(name) }
    }
    guard word.text.utf8.count == 2 || joinedNumber(of: word) != nil else { return nil }
    return options.first { $0.letter != nil && $0.letter == word.text.dropFirst().first }
  }

  /// Returns the number of words of an option and its values, as far as known without parsing the
  /// values.
  func length(of word: Word) -> Int {
    guard let option = option(for: word) else { return 1 }
    return 1 + option.values.count - (inlineValue(of: word) == nil || option.values.isEmpty ? 0 : 1)
  }

  /// Returns the number of words that form one point, beginning at an index.
  private func pointLength(_ words: [Word], at index: Int) -> Int {
    Point.wordCount(words[index...].prefix { !$0.isOption && !$0.endsOptions })
  }

  /// Returns the number after a letter, as in `-n5`. Values other than numbers must be separate
  /// words, so that misspelt names are detected.
  private func joinedNumber(of word: Word) -> String? {
    let digits = word.text.utf8.dropFirst(2)
    guard !word.text.hasPrefix("--"), !digits.isEmpty,
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return String(digits)
  }

  private func inlineValue(of word: Word) -> String? {
    if let number = joinedNumber(of: word) { return number }
    let bytes = word.text.utf8
    guard word.text.hasPrefix("--"), let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return nil
    }
    return String(word.text[bytes.index(after: equals)...])
  }

  private func valueWord(
    _ words: [Word], at index: Int, of option: CommandOption
  ) throws -> Word {
    guard index < words.count else {
      let labels = option.values.map(\.label).joined(separator: " ")
      throw UsageError(.missingValue, "--\(option.name) needs a value: --\(option.name) \(labels)")
    }
    let word = words[index]
    guard !word.isOption, !word.endsOptions else {
      let message =
        "--\(option.name) needs a value before “\(word.text)”; "
        + "write --\(option.name)=\(word.text) if that is the value"
      throw UsageError(.missingValue, message, range: word.range)
    }
    return word
  }

  /// Returns the possible meanings of a letter in other programs, harmless ones first: `-n` is a
  /// dry run in some programs and a count in others.
  private static func meant(by text: String, among options: [CommandOption]) -> [String] {
    switch text {
    case "-h": ["--help"]
    case "-n":
      ["dry-run", "limit", "last"].filter { name in options.contains { $0.name == name } }
        .map { "--\($0)" }
    default: []
    }
  }

  private func unknown(_ word: Word) -> UsageError {
    let meant = Self.meant(by: word.text, among: options)
    if let first = meant.first {
      let names = meant.map { "“\($0)”" }.joined(separator: " or ")
      return UsageError(
        .unknownOption, "unknown option “\(word.text)”; did you mean \(names)?", suggestion: first,
        range: word.range)
    }
    return .unknown(
      .unknownOption, "option", word, among: options.map(\.name), prefix: "--", otherwise: advice)
  }
}
