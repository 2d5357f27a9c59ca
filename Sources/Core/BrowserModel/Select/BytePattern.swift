internal import Bytes

/// A sequence of bytes to search for, ignoring the case of ASCII letters.
///
/// The algorithm is Horspool's search. It first compares the last byte of each window, and then
/// advances the window as far as that byte allows, so that most bytes are never compared.
package struct BytePattern: Sendable {
  /// The pattern, without capital ASCII letters.
  private let wanted: [UInt8]
  /// The distance to advance after each byte.
  private let steps: [UInt8]

  /// Creates a pattern.
  ///
  /// - Parameter bytes: The pattern, without capital ASCII letters.
  package init(_ bytes: [UInt8]) {
    wanted = bytes
    var steps = [UInt8](repeating: UInt8(clamping: bytes.count), count: 256)
    for (index, byte) in bytes.dropLast().enumerated() {
      let step = UInt8(clamping: bytes.count - 1 - index)
      steps[Int(byte)] = step
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte { steps[Int(byte & ~0x20)] = step }
    }
    self.steps = steps
  }

  /// Whether the given bytes contain the pattern. Always true for an empty pattern.
  ///
  /// - Complexity: O(bytes / bytes of the pattern) usually, O(bytes · bytes of the pattern) at
  ///   worst.
  package func isIn(_ bytes: RawSpan) -> Bool {
    guard let last = wanted.last else { return true }
    var end = wanted.count - 1
    while end < bytes.byteCount {
      let byte = unsafe bytes[unchecked: end]
      if Self.smallLetter(byte) == last, matches(in: bytes, at: end &- (wanted.count &- 1)) {
        return true
      }
      end &+= Int(steps[Int(byte)])
    }
    return false
  }

  private func matches(in bytes: RawSpan, at start: Int) -> Bool {
    for (offset, byte) in wanted.enumerated() {
      let other = unsafe bytes[unchecked: start &+ offset]
      guard Self.smallLetter(other) == byte else { return false }
    }
    return true
  }

  private static func smallLetter(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension RawSpan {
  /// Whether all bytes are ASCII.
  ///
  /// - Complexity: O(bytes / 8)
  package var isASCII: Bool {
    var offset = 0
    while offset &+ 8 <= byteCount {
      let bytes = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      if bytes & 0x8080_8080_8080_8080 != 0 { return false }
      offset &+= 8
    }
    while offset < byteCount {
      if unsafe self[unchecked: offset] >= 0x80 { return false }
      offset &+= 1
    }
    return true
  }
}
