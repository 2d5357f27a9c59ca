/// Percent-encoding of bytes (URL Standard, section 1.3).
enum PercentEncoding {
  /// Replaces each `%XX` by its byte; a `%` that no two digits follow stays.
  static func decode(_ input: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "%"), index + 2 < input.count,
        let high = input[index + 1].hexadecimalValue, let low = input[index + 2].hexadecimalValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }
}

/// A set of ASCII bytes, kept as a bitmap.
struct ByteSet: Sendable {
  let low: UInt64
  let high: UInt64

  /// Whether an ASCII byte is in the set; false for bytes from 0x80.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let half = byte & 0x40 == 0 ? low : high
    return byte < 0x80 && (half >> UInt64(byte & 0x3F)) & 1 != 0
  }

  /// Whether a byte is percent-encoded: all from 0x80 are.
  @inline(__always)
  func encodes(_ byte: UInt8) -> Bool { byte >= 0x80 || contains(byte) }

  /// Whether the set has none of the bytes that ``Block/isPlain`` lets pass: those without the slash
  /// have none.
  @inline(__always)
  var sparesPlainBytes: Bool { !contains(UInt8(ascii: "/")) }

  /// The set together with the ASCII characters of a text.
  func union(_ characters: StaticString) -> ByteSet {
    var low = low
    var high = high
    characters.withUTF8Buffer { buffer in
      for byte in buffer where byte < 0x80 {
        if byte < 0x40 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 0x3F) }
      }
    }
    return ByteSet(low: low, high: high)
  }
}

/// The percent-encode sets: which ASCII bytes are written as `%XX`; bytes from 0x80 always are.
///
/// Source: URL Standard, section 1.3 "Percent-encoded bytes".
extension ByteSet {
  /// The C0 control percent-encode set.
  static var control: ByteSet { ByteSet(low: 0x0000_0000_FFFF_FFFF, high: 0x8000_0000_0000_0000) }
  /// Adds ``space " < > ` ``.
  static var fragment: ByteSet { ByteSet(low: 0x5000_0005_FFFF_FFFF, high: 0x8000_0001_0000_0000) }
  /// Adds `space " # < >` to the control set.
  static var query: ByteSet { ByteSet(low: 0x5000_000D_FFFF_FFFF, high: 0x8000_0000_0000_0000) }
  /// Adds `'` to the query set.
  static var specialQuery: ByteSet {
    ByteSet(low: 0x5000_008D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
  }
  /// Adds ``? ^ ` { }`` to the query set.
  static var path: ByteSet { ByteSet(low: 0xD000_000D_FFFF_FFFF, high: 0xA800_0001_4000_0000) }
  /// Adds `/ : ; = @ [ \ ] |` to the path set.
  static var userinfo: ByteSet { ByteSet(low: 0xFC00_800D_FFFF_FFFF, high: 0xB800_0001_7800_0001) }
  /// Adds `$ % & + ,` to the userinfo set.
  static var component: ByteSet {
    ByteSet(low: 0xFC00_987D_FFFF_FFFF, high: 0xB800_0001_7800_0001)
  }
  /// Adds `! ' ( ) ~` to the component set; a space is written as `+`.
  static var form: ByteSet { ByteSet(low: 0xFC00_9BFF_FFFF_FFFF, high: 0xF800_0001_7800_0001) }
}

/// Bytes that may not stand in a host (URL Standard, section 3.1).
extension ByteSet {
  /// NUL, tab, LF, CR, space and `# / : < > ? @ [ \ ] ^ |`.
  static var forbiddenInHost: ByteSet {
    ByteSet(low: 0xD400_8009_0000_2601, high: 0x1000_0000_7800_0001)
  }
  /// Adds the C0 controls, `%` and DEL.
  static var forbiddenInDomain: ByteSet {
    ByteSet(low: 0xD400_8029_FFFF_FFFF, high: 0x9000_0000_7800_0001)
  }
}
