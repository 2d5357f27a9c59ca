extension UnsafeRawBufferPointer {
  /// Whether some bytes stand in these, ASCII letters in either case. No bytes stand everywhere.
  ///
  /// - Parameter wanted: Without capital ASCII letters.
  /// - Complexity: O(bytes · bytes wanted) at worst.
  package func hasIgnoringCase(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    guard count >= wanted.count else { return false }
    for start in 0...(count &- wanted.count) where Self.smallLetter(self[start]) == first {
      var length = 1
      while length < wanted.count, Self.smallLetter(self[start &+ length]) == wanted[length] {
        length &+= 1
      }
      if length == wanted.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func smallLetter(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
