/// The possible words at the cursor of a line that is being typed, for completion and hints.
package struct CursorContext: Hashable, Sendable {
  /// A kind of word that can occur at the cursor.
  package enum Candidate: Hashable, Sendable {
    /// The first word of a command.
    case command
    /// The second word of a command's name.
    case secondWord(after: String)
    /// An option of the commands at these indices of the table.
    case option(places: [Int])
    /// An option of the program.
    case programOption
    /// A value of a kind, for an argument or an option.
    case value(ValueKind)
    /// A subject of `help json`.
    case shape
  }

  /// All kinds of words that can occur at the cursor. Empty in a comment and after an unknown
  /// command.
  package internal(set) var candidates: [Candidate] = []
  /// The word at the cursor, up to the cursor. Empty between words.
  package let word: Word
  /// Whether the word is in quotes that are still open.
  package let isInQuotes: Bool
  /// The bytes of the word that completion replaces. In `--option=value`, only the part after `=`
  /// is replaced.
  package internal(set) var range: Range<Int>
  /// The text to complete, without quotes.
  package internal(set) var text: String
  /// The complete arguments before the cursor.
  package internal(set) var arguments: [String] = []
  /// The moment whose tabs and windows a position refers to, or nil if no moment precedes the
  /// position in the command.
  package internal(set) var moment: String?
  /// The device whose tabs a position refers to, or nil if no device precedes the position in the
  /// command.
  package internal(set) var device: String?
  /// The remaining arguments, as shown in the usage line.
  package internal(set) var hint: [String] = []

  init(_ word: Word, isInQuotes: Bool) {
    self.word = word
    self.isInQuotes = isInQuotes
    range = word.range
    text = word.text
  }
}

extension CommandIndex {
  /// Returns the context at a UTF-8 offset in a line. The default is the end of the line.
  package func cursor(in line: String, at offset: Int? = nil) -> CursorContext {
    let prefix = String(
      decoding: line.utf8.prefix(max(0, offset ?? line.utf8.count)), as: UTF8.self)
    let typed = TypedPrefix(prefix, takesText: takesText)
    var cursor = CursorContext(typed.word, isInQuotes: typed.isInQuotes)
    if !typed.isComment { complete(&cursor, after: typed.before) }
    return cursor
  }

  /// Returns the context at the end of a program's arguments, which consist of options of the
  /// program and a command.
  package func cursor(atEndOf arguments: [Word]) -> CursorContext {
    var cursor = CursorContext(arguments.last ?? Word(""), isInQuotes: false)
    let before = Array(arguments.dropLast())
    let reader = OptionReader(options: program.options, advice: "")
    var start = 0
    while start < before.count, before[start].isOption { start += reader.length(of: before[start]) }
    if start < before.count {
      if before[start].endsOptions { start += 1 }
      complete(&cursor, after: Array(before[start...]))
    } else if !complete(&cursor, reader, after: before, names: .programOption) {
      cursor.candidates = [.command]
    }
    return cursor
  }

  /// Completes a command after its first words.
  private func complete(_ cursor: inout CursorContext, after words: [Word]) {
    guard let first = words.first else {
      cursor.candidates = [.command]
      return
    }
    guard !first.isQuoted, !places(beginningWith: first.text).isEmpty else { return }
    let rest = Array(words.dropFirst())
    if !complete(option: &cursor, of: first.text, after: rest) {
      completeArgument(&cursor, of: first.text, after: rest)
    }
  }

  /// Completes an option's name or value. Returns false if the cursor is at an argument.
  private func complete(
    option cursor: inout CursorContext, of first: String, after rest: [Word]
  ) -> Bool {
    guard !rest.contains(where: \.endsOptions) else { return false }
    let places = places(beginningWith: first)
    let reader = OptionReader(options: places.flatMap { declarations[$0].options }, advice: "")
    // If the command is known, only its own options are offered.
    let found = try? find([Word(first)] + rest)
    let names = CursorContext.Candidate.option(places: found.map { [$0.place] } ?? places)
    guard complete(&cursor, reader, after: rest, names: names) else { return false }
    let isOfMoment = places.contains { declarations[$0].parameters.first?.kind == .point }
    cursor.moment = isOfMoment ? reader.arguments(in: rest).first?.text : nil
    return true
  }

  /// Completes the name or the value of one of the reader's options. Returns false if the cursor is
  /// at neither of them.
  private func complete(
    _ cursor: inout CursorContext, _ reader: OptionReader, after words: [Word],
    names: CursorContext.Candidate
  ) -> Bool {
    if let kind = reader.pendingValue(after: words) {
      cursor.candidates = [.value(kind)]
      return true
    }
    let word = cursor.word
    guard !word.isQuoted, word.isOption || word.text == "-" || word.text == "--" else {
      return false
    }
    if let equals = word.text.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let start = word.text.utf8.distance(from: word.text.startIndex, to: equals) + 1
      cursor.range = word.range.lowerBound + start..<word.range.upperBound
      cursor.text = String(word.text[word.text.utf8.index(after: equals)...])
      let kind = reader.option(for: word)?.values.first?.kind
      cursor.candidates = kind.map { [.value($0)] } ?? []
    } else {
      cursor.candidates = [names]
    }
    return true
  }

  private func completeArgument(
    _ cursor: inout CursorContext, of first: String, after rest: [Word]
  ) {
    let seconds = secondWords(after: first)
    // A name that is not found is still being typed.
    let found = try? find([Word(first)] + rest)
    if !seconds.isEmpty, found.map({ declarations[$0.place].secondWord == nil }) ?? true {
      let options = OptionReader(
        options: places(beginningWith: first).flatMap { declarations[$0].options }, advice: "")
      if options.arguments(in: rest).isEmpty {
        cursor.candidates.append(.secondWord(after: first))
      }
    }
    guard let found else { return }
    let declaration = declarations[found.place]
    let reader = OptionReader(options: declaration.options, advice: "")
    let arguments = reader.arguments(in: found.rest)
    let count = arguments.count
    cursor.arguments = arguments.map(\.text)
    if declaration.parameters.first?.kind == .otherDevice { cursor.device = arguments.first?.text }
    let coming = declaration.parameters(after: count)
    if let parameter = coming.first {
      let isShape = parameter.kind == .topic && arguments.first?.text == Help.shapeTopic
      cursor.candidates.append(isShape ? .shape : .value(parameter.kind))
    }
    // Whether a parameter for all remaining words already has its first word.
    let hasBegun = coming.first.map { $0.acceptsRest && count > 0 } ?? false
    cursor.hint = coming.dropFirst(cursor.text.isEmpty && !hasBegun ? 0 : 1).map(\.usage)
  }
}

extension CommandDeclaration {
  /// Returns the parameters that remain after a number of arguments. A parameter that accepts all
  /// remaining words always remains.
  fileprivate func parameters(after count: Int) -> ArraySlice<Parameter> {
    let rest = parameters.firstIndex(where: \.acceptsRest) ?? parameters.count
    return parameters.dropFirst(min(count, rest))
  }
}

extension OptionReader {
  /// Returns the kind of the value that an option at the end of the words still needs.
  fileprivate func pendingValue(after words: [Word]) -> ValueKind? {
    var index = 0
    while index < words.count {
      let length = words[index].isOption ? length(of: words[index]) : 1
      if index + length > words.count, let option = option(for: words[index]) {
        return option.values[option.values.count - (index + length - words.count)].kind
      }
      index += length
    }
    return nil
  }

  /// Returns the words that are neither options nor their values.
  fileprivate func arguments(in words: [Word]) -> [Word] {
    var arguments: [Word] = []
    var index = 0
    while index < words.count, !words[index].endsOptions {
      if words[index].isOption {
        index += length(of: words[index])
      } else {
        arguments.append(words[index])
        index += 1
      }
    }
    return arguments + words.dropFirst(index + 1)
  }
}

/// A line up to the cursor: the complete words of the last command, and the word at the cursor.
private struct TypedPrefix {
  let before: [Word]
  let word: Word
  let isInQuotes: Bool
  let isComment: Bool

  init(_ prefix: String, takesText: (String) -> Bool) {
    let words = Words(prefix, takesText: takesText)
    let end = prefix.utf8.count
    isComment = words.comment != nil
    isInQuotes = words.openQuote != nil
    // A separator does not belong to a command, so only spaces can follow the last word of a
    // command.
    var command = words.commands.last ?? []
    let tail = prefix.utf8.dropFirst(command.last?.range.upperBound ?? 0)
    if tail.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "&") }) { command = [] }
    if let last = command.last, last.range.upperBound == end, !last.isQuoted || isInQuotes {
      word = last
      before = command.dropLast()
    } else {
      word = Word("", range: end..<end)
      before = command
    }
  }
}
