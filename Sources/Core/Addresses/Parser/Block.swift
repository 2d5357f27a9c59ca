/// Sixteen bytes of a text, looked at together.
///
/// Its tests are made of equalities with a stated type of result: from anything else the compiler
/// makes a loop over the bytes.
struct Block {
  static let count = 16

  private let bytes: SIMD16<UInt8>

  /// The bytes from an offset, which must all be there.
  @inline(__always)
  init(_ text: Span<UInt8>, at offset: Int) {
    bytes = text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  func has(_ byte: UInt8) -> Bool { Block.isAny(lanes(byte)) }

  @inline(__always)
  var hasTabOrLineEnd: Bool { Block.isAny(lanes(0x09) | lanes(0x0A) | lanes(0x0D)) }

  /// Whether all bytes stand for themselves in paths, queries and fragments, and end none of these.
  ///
  /// False for `!`, `'` and `?` too, which are rare: fewer operations count for more.
  @inline(__always)
  var isPlain: Bool {
    let controls = lanes(0x00, under: 0xE0) | (bytes & 0x80) | lanes(0x7B, under: 0xFB)
    let quotes = lanes(0x20, under: 0xFC) | lanes(0x27) | lanes(0x60)
    let brackets = lanes(0x3C, under: 0xFD) | lanes(0x3F) | lanes(0x5C, under: 0xFD) | lanes(0x7D)
    return !Block.isAny(controls | quotes | brackets)
  }

  /// Whether a dot or a percent sign stands behind a slash; the other block begins a byte earlier.
  @inline(__always)
  func mayBeginDotSegment(after previous: Block) -> Bool {
    let marks = lanes(UInt8(ascii: ".")) | lanes(UInt8(ascii: "%"))
    return Block.isAny(marks & previous.lanes(UInt8(ascii: "/")))
  }

  /// All bits of the lanes that have a byte, of those bits that a mask leaves.
  @inline(__always)
  private func lanes(_ byte: UInt8, under mask: UInt8 = 0xFF) -> SIMD16<UInt8> {
    let masked = bytes & SIMD16(repeating: mask)
    let equal: SIMDMask<SIMD16<Int8>> = masked .== SIMD16(repeating: byte)
    return unsafeBitCast(equal, to: SIMD16<UInt8>.self)
  }

  @inline(__always)
  private static func isAny(_ lanes: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
