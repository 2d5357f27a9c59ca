/// A line of input.
package struct InputLine: Hashable, Sendable {
  /// The line without its newline. Bytes that are not UTF-8 are replaced by U+FFFD.
  package let text: String
  /// The number of the line in the input, from 1.
  package let number: Int
  /// Whether the line contained bytes that are not UTF-8.
  package let isRepaired: Bool

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    let valid = String(validating: bytes, as: UTF8.self)
    text = valid ?? String(decoding: bytes, as: UTF8.self)
    isRepaired = valid == nil
    self.number = number
  }
}
