/// One word of a typed line.
package struct Word: Hashable, Sendable {
  /// The word without its quotes and escapes.
  package let text: String
  /// Whether the word was quoted. A quoted word is never an option, a comment or `;`.
  package let isQuoted: Bool
  /// The UTF-8 bytes of the word in the line, including its quotes.
  package let range: Range<Int>

  /// Creates a word. The range counts UTF-8 bytes of the line.
  package init(_ text: String, isQuoted: Bool = false, range: Range<Int> = 0..<0) {
    self.text = text
    self.isQuoted = isQuoted
    self.range = range
  }

  /// Whether the word can be an option: `--name`, or `-` and a letter.
  ///
  /// A negative number and a single `-` are not options.
  package var isOption: Bool {
    guard !isQuoted else { return false }
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    if second == UInt8(ascii: "-") { return bytes.next() != nil }
    return isASCIILetter(second)
  }

  /// Whether the word is the `--` that ends the options.
  package var endsOptions: Bool { !isQuoted && text == "--" }
}

private func isASCIILetter(_ byte: UInt8) -> Bool {
  UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}
