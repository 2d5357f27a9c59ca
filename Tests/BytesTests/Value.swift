import Bytes
import TestSupport

/// A value that ``ByteWriter`` writes in one call.
enum Value {
  case byte(UInt8)
  case flag(Bool)
  case number(UInt64)
  case signed(Int64)
  case fixed(UInt32)
  case bytes([UInt8])

  /// Values of all kinds, with numbers of all sizes.
  static func random(seed: UInt64) -> [Value] {
    var random = SplitMix64(seed: seed)
    return (0...random.below(40)).map { _ in
      let number = random.next() >> UInt64(random.below(64))
      return switch random.below(6) {
      case 0: .byte(UInt8(truncatingIfNeeded: number))
      case 1: .flag(number & 1 == 1)
      case 2: .number(number)
      case 3: .signed(Int64(bitPattern: number))
      case 4: .fixed(UInt32(truncatingIfNeeded: number))
      default: .bytes((0..<random.below(200)).map { UInt8($0) })
      }
    }
  }

  static func bytes(of values: [Value]) -> ContiguousArray<UInt8> {
    var writer = ByteWriter()
    for value in values {
      switch value {
      case .byte(let byte): writer.put(byte: byte)
      case .flag(let flag): writer.put(flag: flag)
      case .number(let number): writer.put(number)
      case .signed(let number): writer.put(signed: number)
      case .fixed(let number): writer.put(fixed: number)
      case .bytes(let bytes): writer.put(withCount: bytes.span.raw)
      }
    }
    return writer.bytes
  }

  /// Reads the next value, and returns whether it is equal to this one.
  func isRead(from reader: inout ByteReader) -> Bool {
    switch self {
    case .byte(let byte): reader.byte() == byte
    case .flag(let flag): reader.flag() == flag
    case .number(let number): reader.number() == number
    case .signed(let number): reader.signed() == number
    case .fixed(let number): reader.fixed(UInt32.self) == number
    case .bytes(let bytes): reader.bytesWithCount().copied == bytes
    }
  }
}
