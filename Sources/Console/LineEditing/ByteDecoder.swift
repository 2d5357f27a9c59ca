internal import CLibEdit

/// Decodes typed bytes (UTF-8), one at a time.
///
/// Bytes that are not UTF-8 are dropped. C1 controls are dropped too, because no key sends them and
/// the editor uses some of them itself.
struct ByteDecoder {
  /// The bytes of an incomplete character.
  private var pending: [UInt8] = []

  /// Returns the character that a byte completes, or nil if more bytes are needed or the bytes are
  /// not valid UTF-8.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if UTF8.isContinuation(byte) {
      guard !pending.isEmpty else { return nil }
    } else {
      // An unfinished character is dropped, and this byte begins the next one.
      pending.removeAll(keepingCapacity: true)
    }
    pending.append(byte)
    guard let length = Self.length(of: pending[0]) else {
      pending.removeAll(keepingCapacity: true)
      return nil
    }
    guard pending.count == length else { return nil }
    defer { pending.removeAll(keepingCapacity: true) }
    let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first
    return scalar.flatMap { (0x80...0x9F).contains($0.value) ? nil : $0 }
  }

  /// Returns the number of bytes of a character, given its first byte, or nil if no character
  /// begins with this byte.
  private static func length(of lead: UInt8) -> Int? {
    switch lead {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}
