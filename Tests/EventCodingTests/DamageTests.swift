import BrowserModel
import EventCoding
import TestSupport
import Testing

/// Damage is detected, and no input can end the process.
@Suite struct DamageTests {
  @Test(arguments: EventKind.allCases)
  func `every flip of a single bit is detected`(_ kind: EventKind) {
    let sample = SampleEvents.event(kind)
    var record = sample.record
    for bit in 0..<(record.count * 8) {
      record[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: EventDecoder.Damage.self) {
        try StoredEvent(record: record, sequence: sample.event.sequence)
      }
      record[bit / 8] ^= 1 << (bit % 8)
    }
  }

  @Test(arguments: EventKind.allCases)
  func `a record under another sequence is detected`(_ kind: EventKind) {
    let sample = SampleEvents.event(kind)
    let own = sample.event.sequence.rawValue
    for other in [own - 1, own + 1, -own, 0, own ^ 0x100, own &* 2, .max, .min] {
      #expect(throws: EventDecoder.Damage.checksum) {
        try StoredEvent(record: sample.record, sequence: EventID(other))
      }
    }
  }

  @Test(arguments: EventKind.allCases)
  func `every truncation and every longer record is detected`(_ kind: EventKind) {
    let sample = SampleEvents.event(kind)
    for count in 0..<sample.record.count {
      #expect(throws: EventDecoder.Damage.self) {
        try StoredEvent(
          record: Array(sample.record.prefix(count)), sequence: sample.event.sequence)
      }
    }
    #expect(throws: EventDecoder.Damage.checksum) {
      try StoredEvent(record: sample.record + [0], sequence: sample.event.sequence)
    }
  }

  @Test func `swapped neighbouring bytes are detected`() {
    for kind in EventKind.allCases {
      let sample = SampleEvents.event(kind)
      for index in sample.record.indices.dropLast() {
        var record = sample.record
        guard record[index] != record[index + 1] else { continue }
        record.swapAt(index, index + 1)
        #expect(throws: EventDecoder.Damage.self) {
          try StoredEvent(record: record, sequence: sample.event.sequence)
        }
      }
    }
  }

  @Test(arguments: [UInt64(1)]) func `random bytes are not valid records`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let record = random.bytes(atMost: 60)
      #expect(throws: EventDecoder.Damage.self) {
        try StoredEvent(record: record, sequence: EventID(5))
      }
    }
  }

  /// The checksum is correct, so the decoder reads every byte.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `garbage with a valid checksum is read unchanged`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var readable = 0
    for _ in 0..<20_000 {
      let covered = random.garbage()
      if try agreesWithPlainReading(covered, EventID(5)) { readable += 1 }
    }
    #expect((1_000..<19_000).contains(readable))
  }

  @Test(arguments: [UInt64(1), 2])
  func `changed samples with a valid checksum are read unchanged`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var readable = 0
    for _ in 0..<10_000 {
      let sample = SampleEvents.event(random.pick(EventKind.allCases))
      var covered = Array(sample.record.dropFirst(5))
      for _ in 0...random.below(4) { random.change(&covered) }
      if try agreesWithPlainReading(covered, sample.event.sequence) { readable += 1 }
    }
    #expect((1_000..<9_000).contains(readable))
  }

  /// Numbers of every length, at every distance from the end.
  @Test func `numbers of every length are read`() throws {
    for shift in 0..<64 {
      let power = UInt64(1) << UInt64(shift)
      for value in [power, power &* 2 &- 1, UInt64.max >> UInt64(shift)] {
        for trailer in 0..<12 {
          var message = MessageBytes()
          message.message(11) { $0.number(1, value) }
          message.number(2, value)
          if trailer > 1 { message.bytes(1_000, Array(repeating: 0xFF, count: trailer - 2)) }
          #expect(try agreesWithPlainReading(message.bytes, EventID(5)))
        }
      }
    }
  }

  @Test func `the largest and smallest numbers of the envelope are read`() throws {
    let values: [UInt64] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 63, .max]
    for sequence in [EventID(5), EventID(-5), .last, EventID(-.max)] {
      for value in values {
        var message = MessageBytes()
        for field in UInt32(2)...9 { message.number(field, value) }
        message.message(11) { $0.number(1, value) }
        let stored = try StoredEvent(record: message.sealed(sequence), sequence: sequence)
        #expect(stored.event.sequence == sequence)
        #expect(stored.event.milliseconds == Int64(bitPattern: value))
        #expect(stored.event.device == UInt32(truncatingIfNeeded: value))
      }
    }
  }

  /// Compares the decoder with a simple reader of a record. Returns whether the record can be read.
  private func agreesWithPlainReading(
    _ covered: [UInt8], _ sequence: EventID
  ) throws -> Bool {
    let record = MessageBytes.sealed(covered, sequence)
    let expected = try? PlainReader(record).event(sequence)
    do {
      let event = try EventDecoder.decode(record.span.bytes, sequence: sequence)
      try #require(event == expected, "\(record)")
      return true
    } catch EventDecoder.Damage.malformed {
      // A record with a missing field is not valid.
      try #require(expected == nil || covered.isEmpty, "\(record)")
      return false
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func bytes(atMost limit: Int) -> [UInt8] {
    (0..<below(limit + 1)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Bytes that often resemble fields.
  fileprivate mutating func garbage() -> [UInt8] {
    var message = MessageBytes()
    for _ in 0..<below(5) {
      switch below(6) {
      case 0: message.number(UInt32(below(20)), next() >> UInt64(below(64)))
      case 1: message.raw(bytes(atMost: 12))
      case 2: message.fixed32(UInt32(1 + below(130)), UInt32(truncatingIfNeeded: next()))
      default:
        let kind = pick(EventKind.allCases)
        let inner = payload()
        message.message(kind.rawValue) { $0.raw(inner) }
      }
    }
    return message.bytes
  }

  private mutating func payload() -> [UInt8] {
    var message = MessageBytes()
    for _ in 0..<below(8) {
      switch below(8) {
      case 0: message.raw(bytes(atMost: 8))
      case 1...3: message.bytes(UInt32(1 + below(16)), bytes(atMost: 20))
      default: message.number(UInt32(1 + below(16)), next() >> UInt64(below(64)))
      }
    }
    return message.bytes
  }

  fileprivate mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(1) }
    let index = below(bytes.count)
    switch below(5) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: index)
    case 2: bytes[index] ^= 1 << UInt8(below(8))
    case 3: bytes[index] = pick([0, 0x7F, 0x80, 0xFF])
    default: bytes.removeLast(bytes.count - index)
    }
  }
}
