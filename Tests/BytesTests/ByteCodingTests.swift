import Bytes
import TestSupport
import Testing

/// ``ByteReader`` reads the output of ``ByteWriter``, and reports everything else as damage.
@Suite struct ByteCodingTests {
  @Test(
    arguments: [
      (0, [0]), (1, [1]), (0x7F, [0x7F]), (0x80, [0x80, 1]), (300, [0xAC, 2]),
      (1 << 63, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
      (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
    ] as [(UInt64, [UInt8])])
  func `numbers are stored as LEB128`(number: UInt64, bytes: [UInt8]) {
    var writer = ByteWriter()
    writer.put(number)
    #expect(Array(writer.bytes) == bytes)
    var reader = ByteReader(bytes.span.raw)
    let value = reader.number()
    #expect(value == number)
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test(
    arguments: [(0, 0), (-1, 1), (1, 2), (-2, 3), (.max, .max - 1), (.min, .max)]
      as [(Int64, UInt64)])
  func `signed numbers are stored as zigzag numbers`(number: Int64, zigzag: UInt64) {
    #expect(ByteWriter.zigzag(number) == zigzag)
    #expect(ByteReader.signed(zigzag) == number)
  }

  @Test func `fixed numbers are little-endian`() {
    var writer = ByteWriter()
    writer.put(fixed: UInt32(0x0403_0201))
    writer.put(fixed: Int16(-2))
    writer.put(fixed: UInt16(0x0B0A), at: 1)
    #expect(Array(writer.bytes) == [1, 0x0A, 0x0B, 4, 0xFE, 0xFF])
    let bytes = writer.bytes
    var reader = ByteReader(bytes.span.raw)
    let first = reader.fixed(UInt32.self)
    let second = reader.fixed(Int16.self)
    #expect(first == 0x040B_0A01)
    #expect(second == -2)
    #expect(UInt32(littleEndianBytes: first.littleEndianBytes) == first)
    #expect(UInt32(bigEndianBytes: first.bigEndianBytes) == first)
    #expect(UInt32(bigEndianBytes: [1, 2, 3]) == nil)
    #expect(UInt32(littleEndianBytes: [1, 2, 3, 4, 5]) == nil)
  }

  @Test(arguments: 1...50)
  func `random values are read again`(seed: Int) {
    let values = Value.random(seed: UInt64(seed))
    let bytes = Value.bytes(of: values)
    var reader = ByteReader(bytes.span.raw)
    for value in values {
      let isRead = value.isRead(from: &reader)
      #expect(isRead, "\(value)")
    }
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test(arguments: 1...20)
  func `truncated bytes are damaged`(seed: Int) {
    let values = Value.random(seed: UInt64(seed))
    let bytes = Value.bytes(of: values)
    for count in 0..<bytes.count {
      let part = ContiguousArray(bytes.prefix(count))
      var reader = ByteReader(part.span.raw)
      for value in values where !reader.isDamaged { _ = value.isRead(from: &reader) }
      #expect(reader.isDamaged && reader.isAtEnd)
    }
  }

  @Test(arguments: 1...200)
  func `no bytes cause a trap`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    // Bytes with the highest bit set result in long numbers, other bytes in short numbers.
    let bytes = (0..<random.below(60)).map { _ in
      random.once(in: 2) ? UInt8.max : UInt8(random.below(256))
    }
    var reader = ByteReader(bytes.span.raw, at: random.below(80) - 10)
    var ends: [Int] = []
    for _ in 0..<40 {
      switch random.below(10) {
      case 0: _ = reader.byte()
      case 1: _ = reader.number()
      case 2: _ = reader.signed()
      case 3: _ = reader.fixed(UInt64.self)
      case 4: _ = reader.tally()
      case 5:
        let count = reader.bytesWithCount().byteCount
        #expect(count <= bytes.count)
      case 6: reader.skip(random.below(20) - 5)
      case 7: ends.append(reader.enter(random.below(20) - 5))
      case 8: if let end = ends.popLast() { reader.leave(end) }
      default:
        let count = reader.count()
        let remaining = reader.remaining
        #expect(count <= remaining)
      }
      let range = 0...bytes.count
      let (position, end) = (reader.position, reader.end)
      #expect(range.contains(end) && position <= end || reader.isDamaged)
    }
  }

  @Test(arguments: [
    // Unfinished numbers, and numbers of more than ten bytes.
    [0x80], [UInt8](repeating: 0x80, count: 9),
    [UInt8](repeating: 0x80, count: 10) + [0], [UInt8](repeating: 0xFF, count: 20),
  ])
  func `numbers that are too long are damaged`(bytes: [UInt8]) {
    var reader = ByteReader(bytes.span.raw)
    let number = reader.number()
    #expect(number == 0)
    #expect(reader.isDamaged && reader.isAtEnd)
  }

  @Test func `bits above the 64th are ignored`() {
    let bytes = [UInt8](repeating: 0x80, count: 9) + [0x7F]
    var reader = ByteReader(bytes.span.raw)
    let number = reader.number()
    #expect(number == 1 << 63)
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test func `a number may have more bytes than it needs`() {
    let bytes: [UInt8] = [0x81, 0x80, 0]
    var reader = ByteReader(bytes.span.raw)
    let number = reader.number()
    #expect(number == 1)
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test(arguments: [2, 0x7F, 1 << 31, 1 << 40, .max] as [UInt64])
  func `a count above the bytes that follow is damaged`(count: UInt64) {
    var writer = ByteWriter()
    writer.put(count)
    writer.put(byte: 7)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.span.raw)
    let value = reader.count()
    #expect(value == 0 && reader.isDamaged)
    reader = ByteReader(bytes.span.raw)
    let isEmpty = reader.bytesWithCount().isEmpty
    #expect(isEmpty && reader.isDamaged)
  }

  @Test(arguments: [-1, 4, .min, .max]) func `an offset outside of the bytes is damaged`(
    offset: Int
  ) {
    let bytes: [UInt8] = [1, 2, 3]
    var reader = ByteReader(bytes.span.raw, at: offset)
    let byte = reader.byte()
    #expect(byte == 0)
    #expect(reader.isDamaged && reader.isAtEnd)
  }

  @Test func `a nested message ends before the outer one`() {
    let bytes: [UInt8] = [2, 10, 11, 12]
    var reader = ByteReader(bytes.span.raw)
    let outerEnd = reader.enter(reader.count())
    let inner = [reader.byte(), reader.byte()]
    #expect(inner == [10, 11] && reader.isAtEnd)
    reader.leave(outerEnd)
    let outer = reader.byte()
    #expect(outer == 12)
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 1 << 21], [1, 3])
  func `output is written after its count`(count: Int, width: Int) {
    var writer = ByteWriter()
    writer.put(byte: 5)
    writer.putWithCount(width: width) { writer in
      for index in 0..<count { writer.put(byte: UInt8(truncatingIfNeeded: index)) }
    }
    writer.put(byte: 6)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.span.raw, at: 1)
    let content = reader.bytesWithCount().copied
    #expect(content == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    let last = reader.byte()
    #expect(last == 6)
    #expect(reader.isAtEnd && !reader.isDamaged)
  }

  @Test func `a checksum depends on every byte, their count and the seed`() {
    for count in [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 100] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let checksum = Checksum.of(bytes.span.raw, seed: 5)
      #expect(Checksum.of(bytes.span.raw, seed: 6) != checksum)
      #expect(Checksum.of((bytes + [0]).span.raw, seed: 5) != checksum)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1
        #expect(Checksum.of(changed.span.raw, seed: 5) != checksum)
      }
    }
  }
}
