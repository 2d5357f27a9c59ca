/// Text that is safe to write to a terminal.
///
/// Literals are trusted, everything put into one is escaped, so text from pages and files cannot
/// reach a terminal raw:
///
///     let line: VisibleText = "closed \(title)"   // ESC in the title shows as \u{1b}
///
/// Controls, direction overrides and isolates, zero-width and other format characters and line
/// separators become `\n`, `\t`, `\r` or `\u{…}`. A combining mark without a letter before it gets
/// a dotted circle, and more than eight on one letter become `…`.
public struct VisibleText: Hashable, Sendable {
  /// The text as it may be written.
  public private(set) var text: String

  /// Makes text safe.
  ///
  /// O(bytes).
  public init(_ raw: some StringProtocol) {
    text = Escaping.escaped(raw)
  }

  /// Takes text as it is: for what the program itself says.
  public init(trusted text: String) {
    self.text = text
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { text.isEmpty }

  /// One text after another.
  public static func + (first: VisibleText, second: VisibleText) -> VisibleText {
    VisibleText(trusted: first.text + second.text)
  }

  /// Adds to the end.
  public static func += (first: inout VisibleText, second: VisibleText) {
    first.text += second.text
  }
}

extension VisibleText: CustomStringConvertible {
  /// The text as it may be written.
  public var description: String { text }
}

extension VisibleText: ExpressibleByStringInterpolation {
  /// Takes a literal as it is.
  public init(stringLiteral text: String) {
    self.init(trusted: text)
  }

  /// Takes the literal parts as they are, and what was put between them made safe.
  public init(stringInterpolation interpolation: StringInterpolation) {
    self.init(trusted: interpolation.text)
  }

  /// The parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Begins a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds a literal part.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds text, made safe.
    public mutating func appendInterpolation(_ raw: some StringProtocol) {
      text += Escaping.escaped(raw)
    }

    /// Adds text that is safe already.
    public mutating func appendInterpolation(_ visible: VisibleText) { text += visible.text }

    /// Adds a whole number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }

    /// Adds a number.
    public mutating func appendInterpolation(_ number: Double) { text += number.description }
  }
}

extension Sequence<VisibleText> {
  /// The texts one after another, with a separator between them.
  public func joined(separator: VisibleText = "") -> VisibleText {
    VisibleText(trusted: map(\.text).joined(separator: separator.text))
  }
}
