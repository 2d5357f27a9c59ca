/// Text that is safe to write to a terminal.
///
/// Literals are trusted, and interpolated values are escaped, so text from pages and files cannot
/// reach a terminal unescaped:
///
///     let line: SafeText = "closed \(title)"   // ESC in the title shows as \u{1b}
///
/// Controls, direction overrides and isolates, zero-width and other format characters and line
/// separators become `\n`, `\t`, `\r` or `\u{…}`. A combining mark without a letter before it gets
/// a dotted circle, and more than eight on one letter become `…`. A joiner between two emoji is
/// kept.
package struct SafeText: Hashable, Sendable {
  /// The escaped text.
  package private(set) var text: String

  /// Creates safe text by escaping raw text.
  ///
  /// O(bytes).
  package init(_ raw: some StringProtocol) {
    text = Escaping.escaped(raw)
  }

  /// Creates safe text without escaping. Use this only for the program's own text.
  package init(trusted text: String) {
    self.text = text
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { text.isEmpty }

  /// Concatenates two texts.
  package static func + (first: SafeText, second: SafeText) -> SafeText {
    SafeText(trusted: first.text + second.text)
  }

  /// Appends a text.
  package static func += (first: inout SafeText, second: SafeText) {
    first.text += second.text
  }
}

extension SafeText: CustomStringConvertible {
  /// The escaped text.
  package var description: String { text }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// Creates safe text from a literal, without escaping.
  package init(stringLiteral text: String) {
    self.init(trusted: text)
  }

  /// Appends literal parts unchanged, and makes interpolated values safe.
  package init(stringInterpolation interpolation: StringInterpolation) {
    self.init(trusted: interpolation.text)
  }

  /// The parts of an interpolated literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Begins a literal.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds a literal part.
    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds text, made safe.
    package mutating func appendInterpolation(_ raw: some StringProtocol) {
      text += Escaping.escaped(raw)
    }

    /// Adds text that is already safe.
    package mutating func appendInterpolation(_ visible: SafeText) { text += visible.text }

    /// Adds a whole number.
    package mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }

    /// Adds a number.
    package mutating func appendInterpolation(_ number: Double) { text += number.description }
  }
}

extension Sequence<SafeText> {
  /// Returns the texts one after another, with a separator between them.
  package func joined(separator: SafeText = "") -> SafeText {
    SafeText(trusted: map(\.text).joined(separator: separator.text))
  }
}

extension SafeText {
  /// The number of columns that the text occupies on a terminal. Colours occupy no columns.
  ///
  /// O(bytes).
  package var columns: Int {
    if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return text.utf8.count }
    var total = 0
    var sequence = ColourSequence()
    var isJoined = false
    for scalar in text.unicodeScalars where !sequence.contains(scalar) {
      if !isJoined { total += scalar.columns }
      isJoined = scalar.isEmojiJoiner
    }
    return total
  }

  /// Returns the text truncated to a width, with `mark` in the last column if anything was cut.
  ///
  /// Colour sequences after the cut are kept, so that later text is not coloured. For a width below
  /// 1, the result is empty. O(bytes).
  package func truncated(toColumns limit: Int, mark: Unicode.Scalar = "…") -> SafeText {
    guard columns > limit else { return self }
    var kept = String.UnicodeScalarView()
    var total = 0
    var isCut = false
    var sequence = ColourSequence()
    var isJoined = false
    for scalar in text.unicodeScalars {
      if sequence.contains(scalar) {
        kept.append(scalar)
      } else if !isCut {
        if !isJoined { total += scalar.columns }
        isJoined = scalar.isEmojiJoiner
        isCut = total >= limit
        if !isCut { kept.append(scalar) } else if limit > 0 { kept.append(mark) }
      }
    }
    return SafeText(trusted: String(kept))
  }

  /// Returns the text with lines longer than a width broken at their spaces. Continuation lines
  /// have the same indentation as the beginning of the line. A word that is longer than a line is
  /// left intact, and the terminal breaks it.
  ///
  /// O(bytes).
  package func wrapped(toColumns limit: Int?) -> SafeText {
    guard let limit, limit > 0 else { return self }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = SafeText(trusted: String(line))
      return line.columns <= limit ? line.text : line.brokenAtSpaces(limit)
    }
    return SafeText(trusted: lines.joined(separator: "\n"))
  }

  private func brokenAtSpaces(_ limit: Int) -> String {
    let indent = min(text.prefix { $0 == " " }.count, limit / 2)
    let margin = String(repeating: " ", count: indent)
    var broken = margin
    var used = indent
    var isFirst = true
    for word in text.dropFirst(indent).split(separator: " ", omittingEmptySubsequences: false) {
      let columns = SafeText(trusted: String(word)).columns
      if isFirst {
        broken += word
        used += columns
      } else if used + 1 + columns <= limit {
        broken += " \(word)"
        used += 1 + columns
      } else {
        broken += "\n\(margin)\(word)"
        used = indent + columns
      }
      isFirst = false
    }
    return broken
  }

  /// Returns the text padded with spaces to a width. Longer text is unchanged.
  package func padded(toColumns width: Int, alignment: Alignment = .left) -> SafeText {
    let missing = width - columns
    guard missing > 0 else { return self }
    let spaces = SafeText(trusted: String(repeating: " ", count: missing))
    return alignment == .left ? self + spaces : spaces + self
  }

  /// The alignment of text in a column that is wider than the text.
  package enum Alignment: Hashable, Sendable {
    /// At the left, followed by spaces.
    case left
    /// At the right, preceded by spaces.
    case right
  }
}

/// Recognises the characters of a colour sequence, `ESC [ … m`. Safe text contains no other escape
/// sequence.
private struct ColourSequence {
  private var isOpen = false

  mutating func contains(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{1b}" {
      isOpen = true
    } else if isOpen {
      isOpen = scalar != "m"
      return true
    }
    return isOpen
  }
}

extension SafeText {
  /// Creates the name of an enum case as it is written in code, in JSON and in commands:
  /// `backgroundLink`.
  package init(naming choice: some RawRepresentable<UInt8>) {
    self.init(trusted: String(describing: choice))
  }
}
