/// A line as it came in.
package struct InputLine: Hashable, Sendable {
  /// The line without its newline; bytes that are no UTF-8 became U+FFFD.
  package let text: String
  /// Which line of the input it is, from 1.
  package let number: Int
  /// Whether there were bytes that are no UTF-8.
  package let isRepaired: Bool

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    let valid = String(validating: bytes, as: UTF8.self)
    text = valid ?? String(decoding: bytes, as: UTF8.self)
    isRepaired = valid == nil
    self.number = number
  }
}
