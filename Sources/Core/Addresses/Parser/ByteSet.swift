/// A set of ASCII bytes, as a bitmap.
struct ByteSet: Sendable {
  /// The bytes from 0x00 to 0x3F, one bit each.
  let low: UInt64
  /// The bytes from 0x40 to 0x7F, one bit each.
  let high: UInt64

  /// Returns whether the set contains a byte. False for bytes from 0x80 on.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let half = byte & 0x40 == 0 ? low : high
    return byte < 0x80 && (half >> UInt64(byte & 0x3F)) & 1 != 0
  }

  /// Returns whether a byte is percent-encoded, which is the case for the bytes of the set and all
  /// bytes from 0x80 on.
  @inline(__always)
  func encodes(_ byte: UInt8) -> Bool { byte >= 0x80 || contains(byte) }

  /// Whether the set contains none of the bytes that ``Block/isPlain`` accepts.
  @inline(__always)
  var sparesPlainBytes: Bool { low & Block.plain.low == 0 && high & Block.plain.high == 0 }

  /// Returns the union of the set and the ASCII characters of a text.
  func union(_ characters: StaticString) -> ByteSet {
    var low = low
    var high = high
    characters.withSpan { characters in
      for index in characters.indices {
        let byte = characters[index]
        guard byte < 0x80 else { continue }
        if byte < 0x40 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 0x3F) }
      }
    }
    return ByteSet(low: low, high: high)
  }
}

/// The percent-encode sets: the ASCII bytes that are written as `%XX`. Bytes from 0x80 on are
/// always encoded. Source: URL Standard, section 1.3.
extension ByteSet {
  /// The C0 control percent-encode set.
  static var control: ByteSet { ByteSet(low: 0x0000_0000_FFFF_FFFF, high: 0x8000_0000_0000_0000) }
  /// The fragment percent-encode set: the control set, `space " < >` and
  /// the backtick.
  static var fragment: ByteSet { ByteSet(low: 0x5000_0005_FFFF_FFFF, high: 0x8000_0001_0000_0000) }
  /// The query percent-encode set: the control set and `space " # < >`.
  static var query: ByteSet { ByteSet(low: 0x5000_000D_FFFF_FFFF, high: 0x8000_0000_0000_0000) }
  /// The special-query percent-encode set: the query set and `'`.
  static var specialQuery: ByteSet {
    ByteSet(low: 0x5000_008D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
  }
  /// The path percent-encode set: the query set, `? ^ { }` and the backtick.
  static var path: ByteSet { ByteSet(low: 0xD000_000D_FFFF_FFFF, high: 0xA800_0001_4000_0000) }
  /// The userinfo percent-encode set: the path set and `/ : ; = @ [ \ ] |`.
  static var userinfo: ByteSet { ByteSet(low: 0xFC00_800D_FFFF_FFFF, high: 0xB800_0001_7800_0001) }
  /// The component percent-encode set: the userinfo set and `$ % & + ,`.
  static var component: ByteSet {
    ByteSet(low: 0xFC00_987D_FFFF_FFFF, high: 0xB800_0001_7800_0001)
  }
  /// The form percent-encode set: the component set and `! ' ( ) ~`. A space is written as
  /// `+`.
  static var form: ByteSet { ByteSet(low: 0xFC00_9BFF_FFFF_FFFF, high: 0xF800_0001_7800_0001) }
}

/// The bytes that must not be in a host (URL Standard, section 3.1).
extension ByteSet {
  /// The forbidden host code points: NUL, tab, LF, CR, space and `# / : < > ? @ [ \ ] ^ |`.
  static var forbiddenInHost: ByteSet {
    ByteSet(low: 0xD400_8009_0000_2601, high: 0x1000_0000_7800_0001)
  }
  /// The forbidden domain code points: the forbidden host code points, the C0 controls, `%` and
  /// DEL.
  static var forbiddenInDomain: ByteSet {
    ByteSet(low: 0xD400_8029_FFFF_FFFF, high: 0x9000_0000_7800_0001)
  }
}
