/// Assigns the words after a command's name to its parameters and options.
package struct ArgumentParser {
  private let declaration: CommandDeclaration
  private var arguments: Arguments
  private var positionals: [Word] = []

  private init(_ declaration: CommandDeclaration) {
    self.declaration = declaration
    arguments = Arguments(declaration)
  }

  package static func parse(
    _ words: [Word], for declaration: CommandDeclaration
  ) throws -> Arguments {
    var parser = ArgumentParser(declaration)
    try parser.readOptions(words)
    try parser.checkExclusive()
    try parser.assignPositionals()
    return parser.arguments
  }

  private mutating func readOptions(_ words: [Word]) throws {
    let reader = OptionReader(
      options: declaration.options,
      advice:
        "“help \(declaration.name)” lists the options of “\(declaration.name)”; put -- before "
        + "words that begin with a dash but are not options")
    var index = 0
    while index < words.count {
      let word = words[index]
      if word.endsOptions {
        positionals += words[(index + 1)...]
        return
      }
      if word.isOption, positionals.isEmpty || !declaration.takesCommandLine {
        let found = try reader.read(words, at: index)
        try add(found, at: word)
        index += found.length
      } else {
        positionals.append(word)
        index += 1
      }
    }
  }

  private mutating func add(_ found: OptionReader.Found, at word: Word) throws {
    let option = found.option
    guard option.isRepeatable || !arguments.wasGiven(option.name) else {
      throw UsageError(.conflict, "--\(option.name) was given twice", range: word.range)
    }
    arguments.add(found.values, to: option.name)
  }

  private func checkExclusive() throws {
    guard let (first, second) = arguments.conflict else { return }
    throw UsageError(.conflict, "--\(first) and --\(second) cannot be combined")
  }

  private mutating func assignPositionals() throws {
    let required = declaration.parameters.filter(\.isRequired)
    guard positionals.count >= required.count else { throw missing(required[positionals.count]) }
    var rest = positionals[...]
    var stillRequired = required.count
    for parameter in declaration.parameters {
      if parameter.isRequired { stillRequired -= 1 }
      let available = rest.count - stillRequired
      guard available > 0 else { continue }
      var length = parameter.acceptsRest ? available : 1
      if parameter == declaration.parameters.last, parameter.kind.isNamedByWords,
        !parameter.acceptsRest
      {
        length = Self.lengthOfName(rest)
      }
      if parameter.kind == .point { length = min(Point.wordCount(rest), available) }
      try assign(rest.prefix(length), to: parameter)
      rest = rest.dropFirst(length)
    }
    if let extra = rest.first { throw unexpected(extra) }
  }

  private mutating func assign(
    _ words: ArraySlice<Word>, to parameter: Parameter
  ) throws {
    var values: [ArgumentValue] = []
    if parameter.kind == .point, let first = words.first, let last = words.last {
      let range = first.range.lowerBound..<last.range.upperBound
      let text = words.map(\.text).joined(separator: " ")
      values = [try ArgumentValue(text, .point, label: parameter.label, range: range)]
    } else if parameter.kind.joinsWords, parameter.count == .one || parameter.count == .oneOrNone {
      let keepsQuotes =
        (parameter.kind == .expression || parameter.kind == .commandLine) && words.count > 1
      let texts = words.map { keepsQuotes ? $0.requoted : $0.text }
      values = [.text(texts.joined(separator: " "))]
    } else {
      let words = parameter.kind.isNamedByWords ? try joinedNames(words, parameter) : Array(words)
      for word in words {
        if let listed = try listed(word, parameter) {
          values += listed
          continue
        }
        values.append(
          try ArgumentValue(
            word.text, parameter.kind, label: parameter.label, range: word.range))
      }
    }
    arguments.add(values, to: parameter.name)
  }

  /// Returns the number of words in the first name. If the first word is not a number, the name
  /// includes all words up to a quoted word.
  private static func lengthOfName(_ words: ArraySlice<Word>) -> Int {
    guard let first = words.first, first.isPartOfName else { return 1 }
    return words.prefix { !$0.isOneToken }.count
  }

  /// Returns each name as a single word. Consecutive words without quotes form one name.
  ///
  /// A number after words could be part of the name or a separate reference. Therefore it is
  /// refused if several things can be specified: “close iphone 15” must not close tab 15.
  private func joinedNames(
    _ words: ArraySlice<Word>, _ parameter: Parameter
  ) throws -> [Word] {
    var names: [Word] = []
    var isOpen = false
    for word in words {
      guard isOpen, !word.isOneToken, let last = names.last else {
        names.append(word)
        isOpen = word.isPartOfName
        continue
      }
      if parameter.acceptsRest, case .position? = Reference(word.text) {
        throw UsageError(
          .badValue,
          "“\(last.text) \(word.text)” could be one name or two: write \"\(last.text) "
            + "\(word.text)\" for one, \(word.text) \"\(last.text)\" for two",
          range: word.range)
      }
      if parameter.acceptsRest, !word.isWords {
        names.append(word)
        isOpen = false
        continue
      }
      names[names.count - 1] = Word(
        "\(last.text) \(word.text)", range: last.range.lowerBound..<word.range.upperBound)
    }
    return names
  }

  /// Returns the references that a word lists, such as `1,2` or `1-3`, or nil if the word is not a
  /// list.
  private func listed(
    _ word: Word, _ parameter: Parameter
  ) throws -> [ArgumentValue]? {
    guard parameter.kind.isListed, !word.isQuoted, Reference.looksLikeList(word.text) else {
      return nil
    }
    guard parameter.acceptsRest || parameter.takesList else {
      throw UsageError(
        .badValue,
        "“\(word.text)” is not a \(parameter.label); “\(declaration.name)” takes only one",
        range: word.range)
    }
    return try ArgumentValue.list(
      word.text, parameter.kind, label: parameter.label, in: declaration.name, range: word.range)
  }

  private func missing(_ parameter: Parameter) -> UsageError {
    UsageError(
      .missingArgument, "“\(declaration.name)” needs \(parameter.label): \(declaration.usage)")
  }

  private func unexpected(_ word: Word) -> UsageError {
    let usage = declaration.usage
    if let last = declaration.parameters.last, last.kind == .point {
      let message =
        "“\(word.text)” is one word too many: \(last.label) may be \(ArgumentValue.timeForms)"
      return UsageError(.extraArgument, message, range: word.range)
    }
    let message =
      declaration.parameters.isEmpty
      ? "“\(declaration.name)” takes no arguments, but got “\(word.text)”" + advice(onSurplus: word)
      : "“\(word.text)” is one argument too many: \(usage)" + adviceOnBoth(word)
    return UsageError(.extraArgument, message, range: word.range)
  }
}

extension ArgumentParser {
  /// Returns the suggestion for an argument that a command does not accept, or empty text if there
  /// is none.
  private func advice(onSurplus word: Word) -> String {
    if Int(word.text) != nil, declaration.options.contains(where: { $0.letter == "n" }) {
      return "; “\(declaration.name) -n \(word.text)” lists that many"
    }
    guard word.isWords, let option = declaration.options.first(where: \.isTab) else {
      return declaration.options.isEmpty ? "" : "; “help \(declaration.name)” lists its options"
    }
    let line = "\(declaration.name) --\(option.name) \(word.text)"
    return "; “\(line)” is about the tab that has this word"
  }

  /// Returns the suggestion to run the command once for each thing, or empty text if the arguments
  /// are not numbers.
  private func adviceOnBoth(_ word: Word) -> String {
    guard declaration.parameters.count == 1, let first = positionals.first,
      Reference(first.text) != nil, Reference(word.text) != nil
    else { return "" }
    let lines = [first, word].map { "\(declaration.name) \($0.text)" }
    return "; “\(lines[0]) ; \(lines[1])” does both"
  }
}

extension CommandOption {
  fileprivate var isTab: Bool { values.count == 1 && values[0].kind == .tab }
}

extension Word {
  /// Whether the word is a complete name: it is quoted, or it contains a space that another
  /// program's quotes preserved.
  fileprivate var isOneToken: Bool { isQuoted || text.utf8.contains(UInt8(ascii: " ")) }

  /// Whether the word can be combined with the following words into one name.
  fileprivate var isPartOfName: Bool { !isOneToken && isWords }

  /// Whether the word is neither a number nor a list of numbers.
  fileprivate var isWords: Bool { Reference.isWords(text) && !Reference.looksLikeList(text) }

  /// The word as part of an expression: quoted if it was quoted, or if it contains a space that
  /// another program's quotes preserved.
  fileprivate var requoted: String {
    guard isQuoted || text.utf8.contains(UInt8(ascii: " ")) else { return text }
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    return "\"\(escaped.joined())\""
  }
}
