import BrowserModel
import EventCoding
import Testing

/// Records that a newer version might write, read by this version.
@Suite struct EvolutionTests {
  let sequence = EventID(77)

  private func decoded(_ record: [UInt8]) throws -> StoredEvent {
    try StoredEvent(record: record, sequence: sequence)
  }

  private func decoded(_ write: (inout MessageBytes) -> Void) throws -> StoredEvent {
    var message = MessageBytes()
    write(&message)
    return try decoded(message.sealed(sequence))
  }

  @Test func `unknown fields of the envelope are skipped`() throws {
    let stored = try decoded { record in
      record.number(19, 1)
      record.number(2, 5)
      record.fixed64(17, .max)
      record.number(5_000, .max)
      record.fixed32(18, .max)
      record.message(11) { $0.number(1, 12) }
      record.number(536_870_911, 3)
    }
    #expect(stored.lines == ["time: 5", "tab_selected {", "  tab: 12", "}"])
  }

  @Test(arguments: EventKind.allCases)
  func `unknown fields of a payload are skipped`(_ kind: EventKind) throws {
    let sample = SampleEvents.event(kind)
    let known = fields(of: sample)
    let stored = try decoded { record in
      record.message(kind.rawValue) { payload in
        payload.number(200, 9)
        for field in known {
          payload.raw(field)
          payload.fixed32(201, 9)
          payload.bytes(202, [1, 2, 3])
          payload.fixed64(203, 9)
        }
        payload.number(536_870_911, .max)
      }
    }
    #expect(stored.payload.lines == sample.payload.lines)
  }

  @Test(arguments: EventKind.allCases)
  func `fields are read in any order`(_ kind: EventKind) throws {
    let sample = SampleEvents.event(kind)
    let stored = try decoded { record in
      record.message(kind.rawValue) { payload in
        for field in fields(of: sample).reversed() { payload.raw(field) }
      }
      record.number(4, 1)
      record.number(2, 5)
    }
    #expect(stored.lines == ["time: 5", "actor: ACTOR_PAGE"] + sample.payload.lines)
  }

  @Test(arguments: [UInt32(27), 29, 119, 129, 4_000])
  func `an unknown kind is preserved`(_ kind: UInt32) throws {
    let stored = try decoded { record in
      record.number(2, 5)
      record.number(3, 2)
      record.bytes(kind, [0xFF, 0xFF, 0xFF])
    }
    #expect(stored.event.body == .unknown(kind: kind))
    #expect(stored.event.milliseconds == 5)
    #expect(stored.event.batch == BatchID(75))
  }

  @Test func `the last of several values applies`() throws {
    let stored = try decoded { record in
      record.number(2, 5)
      record.number(2, 6)
      record.message(11) { payload in
        payload.number(1, 12)
        payload.number(1, 13)
      }
    }
    #expect(stored.lines == ["time: 6", "tab_selected {", "  tab: 13", "}"])
  }

  @Test(arguments: [UInt64(9), 100, 255, 256, 257, 65_536, .max])
  func `an unknown value of an enumeration keeps the default`(_ value: UInt64) throws {
    let stored = try decoded { record in
      record.number(4, value)
      record.number(5, value)
      record.message(60) { payload in
        payload.number(1, 12)
        payload.number(2, value)
      }
    }
    #expect(stored.lines == ["navigation_started {", "  tab: 12", "}"])
  }

  @Test func `a known field of another wire type is skipped`() throws {
    let stored = try decoded { record in
      record.bytes(2, [1, 2])
      record.fixed32(3, 7)
      record.message(15) { payload in
        payload.bytes(1, [1, 2])
        payload.number(3, 7)
        payload.number(2, 8)
      }
    }
    #expect(stored.lines == ["page_titled {", "  content: 8", "}"])
  }

  @Test func `numbers and tags may be longer than necessary`() throws {
    let stored = try decoded { record in
      record.raw([0x90, 0x00, 0x85, 0x80, 0x00])
      record.raw([0xDA, 0x80, 0x00, 0x82, 0x00, 0x08, 0x0C])
    }
    #expect(stored.lines == ["time: 5", "tab_selected {", "  tab: 12", "}"])
  }

  /// Returns the stored bytes of each field of a payload.
  private func fields(of stored: StoredEvent) -> [[UInt8]] {
    let payload = Array(stored.record.suffix(payloadLength(of: stored)))
    var fields: [[UInt8]] = []
    var position = 0
    func varint() -> Int {
      var value = 0
      var shift = 0
      while position < payload.count {
        let byte = Int(payload[position])
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      return value
    }
    while position < payload.count {
      let start = position
      let tag = varint()
      let value = varint()
      if tag & 7 == 2 { position += value }
      fields.append(Array(payload[start..<position]))
    }
    return fields
  }

  /// Returns the length of a payload, determined by writing the same event without the payload.
  private func payloadLength(of stored: StoredEvent) -> Int {
    var envelope = stored
    envelope.event.body = .unknown(kind: 0)
    let rest = stored.record.count - envelope.record.count
    // A tag takes two bytes from number 16 on, and the length takes one or two bytes.
    let tagLength = (stored.payload.kind?.rawValue ?? 0) < 16 ? 1 : 2
    return rest - tagLength - (rest - tagLength - 1 < 0x80 ? 1 : 2)
  }
}
