/// Sixteen bytes of a text, which are tested at once.
///
/// Each test is a sum of equalities with explicit types. The compiler turns any other form into a
/// loop over the bytes.
struct Block {
  /// The number of bytes in a block.
  static let count = 16

  private let bytes: SIMD16<UInt8>

  /// Loads 16 bytes at an offset.
  ///
  /// - Precondition: The text has 16 bytes at the offset. This is not checked.
  @inline(__always)
  init(_ text: Span<UInt8>, at offset: Int) {
    bytes = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Returns whether the block contains a byte.
  @inline(__always)
  func has(_ byte: UInt8) -> Bool { Block.isAny(lanes(byte)) }

  /// Whether the block contains a tab, LF or CR.
  @inline(__always)
  var hasTabOrLineEnd: Bool { Block.isAny(lanes(0x09) | lanes(0x0A) | lanes(0x0D)) }

  /// Whether the block contains no byte that ends a path, a query or a fragment, or that must be
  /// percent-encoded in one of these parts.
  ///
  /// The value is also false for `!`, `'` and `?`. These bytes are rare, and excluding them saves
  /// operations.
  @inline(__always)
  var isPlain: Bool {
    let controls = lanes(0x00, under: 0xE0) | (bytes & 0x80) | lanes(0x7B, under: 0xFB)
    let quotes = lanes(0x20, under: 0xFC) | lanes(0x27) | lanes(0x60)
    let brackets = lanes(0x3C, under: 0xFD) | lanes(0x3F) | lanes(0x5C, under: 0xFD) | lanes(0x7D)
    return !Block.isAny(controls | quotes | brackets)
  }

  /// The bytes that ``isPlain`` accepts.
  static var plain: ByteSet {
    ByteSet(low: 0x2FFF_FF70_0000_0000, high: 0x57FF_FFFE_AFFF_FFFF)
  }

  /// Returns whether a dot or a percent sign follows a slash.
  ///
  /// - Parameter previous: The block that begins one byte earlier.
  @inline(__always)
  func mayBeginDotSegment(after previous: Block) -> Bool {
    let marks = lanes(UInt8(ascii: ".")) | lanes(UInt8(ascii: "%"))
    return Block.isAny(marks & previous.lanes(UInt8(ascii: "/")))
  }

  /// Returns 0xFF in each lane whose byte, masked with `mask`, equals `byte`, and 0 in all other
  /// lanes.
  @inline(__always)
  private func lanes(_ byte: UInt8, under mask: UInt8 = 0xFF) -> SIMD16<UInt8> {
    let masked = bytes & SIMD16(repeating: mask)
    let equal: SIMDMask<SIMD16<Int8>> = masked .== SIMD16(repeating: byte)
    return unsafe unsafeBitCast(equal, to: SIMD16<UInt8>.self)
  }

  /// Whether any lane is not 0.
  @inline(__always)
  private static func isAny(_ lanes: SIMD16<UInt8>) -> Bool {
    let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
