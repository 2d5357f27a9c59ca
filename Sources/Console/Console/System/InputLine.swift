import Glibc

/// A line as it came in.
public struct InputLine: Hashable, Sendable {
  /// The line without its newline; bytes that are no UTF-8 became U+FFFD.
  public let text: String
  /// Which line of the input it is, from 1.
  public let number: Int
  /// Whether there were bytes that are no UTF-8.
  public let isRepaired: Bool

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    let valid = String(validating: bytes, as: UTF8.self)
    text = valid ?? String(decoding: bytes, as: UTF8.self)
    isRepaired = valid == nil
    self.number = number
  }
}
