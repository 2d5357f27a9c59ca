internal import CommandKit

/// Splits an expression into tokens.
///
/// A word ends at a space or `)`. `tabs>5` is three tokens, but `x=1` after a `~` is a single
/// token.
/// - Complexity: O(bytes).
struct ExpressionLexer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ expression: String) { bytes = Array(expression.utf8) }

  /// Returns the next token, or ``ExpressionToken/Kind/end`` after the last one.
  mutating func next() throws -> ExpressionToken {
    while position < bytes.count, bytes[position] == .space || bytes[position] == .tab {
      position += 1
    }
    let start = position
    guard start < bytes.count else { return ExpressionToken(kind: .end, offset: start, text: "") }
    let kind = try scan()
    return ExpressionToken(kind: kind, offset: start, text: text(start..<position))
  }

  /// Returns the error for an expression that contains something other than what is expected.
  ///
  /// - Parameter found: The text at the offset, or nil at the end.
  func error(at offset: Int, expected: String, found: String?) -> CommandError {
    let column = text(0..<min(offset, bytes.count)).count + 1
    let instead = found.map { ", not “\($0)”" } ?? ""
    return CommandError(
      "badValue",
      "At column \(column) of “\(text(0..<bytes.count))”, expected \(expected)\(instead).",
      status: .usage)
  }

  private mutating func scan() throws -> ExpressionToken.Kind {
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      return .open
    case UInt8(ascii: ")"):
      position += 1
      return .close
    case UInt8(ascii: "~"):
      position += 1
      return .has
    case .quote, .apostrophe: return .quoted(try scanQuoted())
    default: return scanComparison() ?? scanWord()
    }
  }

  private mutating func scanComparison() -> ExpressionToken.Kind? {
    let comparison = Condition.Comparison.allCases.first {
      bytes[position...].starts(with: $0.rawValue.utf8)
    }
    guard let comparison else { return nil }
    position += comparison.rawValue.utf8.count
    return .comparison(comparison)
  }

  private mutating func scanQuoted() throws -> String {
    let start = position
    let quote = bytes[start]
    var content: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if quote == .quote, bytes[position] == .backslash, position + 1 < bytes.count {
        position += 1
      }
      content.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      throw error(at: start, expected: "a closing quote", found: text(start..<bytes.count))
    }
    position += 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func scanWord() -> ExpressionToken.Kind {
    let start = position
    while position < bytes.count, !endsWord(from: start) { position += 1 }
    let word = text(start..<position)
    if case .id(let id)? = Reference(word) { return .id(id) }
    return .word(word)
  }

  private func endsWord(from start: Int) -> Bool {
    switch bytes[position] {
    case .space, .tab, UInt8(ascii: ")"): true
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"),
      UInt8(ascii: "~"):
      ExpressionParser.subjects.contains(text(start..<position))
    default: false
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let apostrophe = UInt8(ascii: "'")
  fileprivate static let backslash = UInt8(ascii: "\\")
}
