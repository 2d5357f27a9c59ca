/// Reads one line from left to right.
struct WordScanner {
  private let bytes: [UInt8]
  private let end: Int
  /// Returns whether the arguments of a command are text in which `;` may end a word. The command
  /// is given by its first word.
  private let takesText: (String) -> Bool
  private var position = 0
  private var command: [Word] = []
  private var words = Words()

  init(_ line: String, takesText: @escaping (String) -> Bool) {
    self.takesText = takesText
    bytes = Array(line.utf8)
    end = bytes.lastIndex { $0 != .tab && $0 != .carriageReturn }.map { $0 + 1 } ?? 0
  }

  mutating func scan() -> Words {
    while position < end, bytes[position] == .tab || bytes[position] == .space { position += 1 }
    let start = position
    while position < end {
      let wordStart = position
      switch bytes[position] {
      case .space:
        position += 1
      case .numberSign where position == start:
        words.comment = position..<end
        position = end
      case .singleQuote, .doubleQuote:
        let text = scanQuoted()
        command.append(Word(text, isQuoted: true, range: wordStart..<position))
      default:
        scanPlain()
      }
    }
    endCommand()
    return words
  }

  private mutating func scanPlain() {
    let start = position
    let stop = bytes[start..<end].firstIndex(of: .space) ?? end
    position = stop
    if let value = quotedValue(in: start..<stop) {
      position = value
      let option = String(decoding: bytes[start..<value], as: UTF8.self)
      return command.append(Word(option + scanQuoted(), range: start..<position))
    }
    let text = String(decoding: bytes[start..<stop], as: UTF8.self)
    if text == ";" || text == "&&" { return endCommand() }
    guard text.hasSuffix(";"), !text.hasSuffix(";;"), command.first.map(isWithoutText) ?? true
    else {
      return command.append(Word(text, range: start..<stop))
    }
    command.append(Word(String(text.dropLast()), range: start..<stop - 1))
    endCommand()
  }

  private func isWithoutText(_ first: Word) -> Bool { !takesText(first.text) }

  /// Returns the offset at which a quoted option value starts, as in `--title='My page'`, or nil if
  /// there is none.
  private func quotedValue(in word: Range<Int>) -> Int? {
    guard bytes[word].starts(with: "--".utf8),
      let value = bytes[word].firstIndex(of: .equalsSign).map({ $0 + 1 }), value < word.upperBound,
      bytes[value] == .singleQuote || bytes[value] == .doubleQuote
    else { return nil }
    return value
  }

  /// Reads quoted text and any text that follows without a space. `'it''s'` is one word, as in a
  /// shell.
  private mutating func scanQuoted() -> String {
    var text: [UInt8] = []
    while position < end, bytes[position] != .space, !isSeparator {
      if bytes[position] == .singleQuote || bytes[position] == .doubleQuote {
        text += scanQuotedPart()
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func scanQuotedPart() -> [UInt8] {
    let start = position
    let quote = bytes[start]
    var text: [UInt8] = []
    position += 1
    while position < end, bytes[position] != quote {
      if quote == .doubleQuote, escapes { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    if position < end {
      position += 1
    } else {
      words.openQuote = OpenQuote(quote: Character(Unicode.Scalar(quote)), offset: start)
    }
    return text
  }

  /// Whether `;` or `&&` follows at the end of a word.
  private var isSeparator: Bool {
    for separator in [";", "&&"] {
      let stop = position + separator.utf8.count
      guard stop == end || stop < end && bytes[stop] == .space else { continue }
      if bytes[position..<stop].elementsEqual(separator.utf8) { return true }
    }
    return false
  }

  private var escapes: Bool {
    guard bytes[position] == .backslash, position + 1 < end else { return false }
    return bytes[position + 1] == .backslash || bytes[position + 1] == .doubleQuote
  }

  private mutating func endCommand() {
    guard !command.isEmpty else { return }
    words.commands.append(command)
    command = []
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let numberSign = UInt8(ascii: "#")
  fileprivate static let singleQuote = UInt8(ascii: "'")
  fileprivate static let doubleQuote = UInt8(ascii: "\"")
  fileprivate static let equalsSign = UInt8(ascii: "=")
  fileprivate static let backslash = UInt8(ascii: "\\")
}
