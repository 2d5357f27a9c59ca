internal import BrowserModel
internal import RetraceTimeline

/// What a device tells the others in one message, before it is sealed.
enum MessageContent: Equatable, Sendable {
  /// The device has joined.
  case joined(DeviceJoinRecord)
  /// What happened on the device, the oldest first.
  case batches([SharedBatch])
  /// A part of a batch that is too large for one message.
  case part(BatchPart)
  /// Devices were removed, and from here on another key counts, which they do not get.
  case keyTurned(KeyRotation)
  /// The hash of the library that the device has, with all that is in the stream up to here and
  /// nothing else.
  case library([UInt8])
  /// What happened on another device, the oldest first, told by one that has it: the stream was lost in
  /// which that device had told it.
  case relayed([SharedBatch], of: UInt32)
  /// A stream begins in the place of one that was lost.
  case founded(StreamStart)
  /// A device comes back that was not known to the one which has founded the stream.
  case returned(DeviceJoinRecord)
  /// Devices are to forget something.
  case forgetting(ForgetRequest)
  /// The device has forgotten these.
  case forgotten([ForgetReceipt])
}

// Each kind has a number, which is never given again.
extension MessageContent {
  /// The content as bytes.
  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .joined(let note):
      writer.put(1 as UInt64)
      writer.put(note)
    case .batches(let batches):
      writer.put(2 as UInt64)
      writer.put(list: batches) { $0.put($1) }
    case .part(let part):
      writer.put(3 as UInt64)
      writer.put(part.index)
      writer.put(part.count)
      writer.put(part.bytes)
    case .keyTurned(let turn):
      writer.put(4 as UInt64)
      writer.put(list: turn.removed) { $0.put($1) }
      writer.put(list: turn.keys) {
        $0.put($1.device)
        $0.put($1.sealed)
      }
    case .library(let hash):
      writer.put(5 as UInt64)
      writer.put(hash)
    case .relayed(let batches, let device):
      writer.put(6 as UInt64)
      writer.put(device)
      writer.put(list: batches) { $0.put($1) }
    case .founded(let note):
      writer.put(7 as UInt64)
      writer.put(note)
      writer.put(list: note.forgotten) { $0.put($1) }
    case .returned(let note):
      writer.put(8 as UInt64)
      writer.put(note)
    case .forgetting(let note):
      writer.put(9 as UInt64)
      writer.put(note)
    case .forgotten(let notes):
      writer.put(10 as UInt64)
      writer.put(list: notes) { $0.put($1) }
    }
    return writer.bytes
  }

  /// The batches that it tells of; nil if it tells of something else.
  var batches: [SharedBatch]? {
    switch self {
    case .batches(let batches), .relayed(let batches, _): batches
    default: nil
    }
  }

  /// Reads the content of a message of a device.
  init(_ bytes: [UInt8], of device: UInt32) throws(MessageDamage) {
    var reader = MessageReader(bytes)
    switch try reader.number() {
    case 1: self = .joined(try reader.deviceJoinRecord())
    case 2: self = .batches(try reader.batches(of: device))
    case 3: self = .part(try reader.part())
    case 4: self = .keyTurned(try reader.keyRotation())
    case 5: self = .library(try reader.block(of: Sodium.hashLength))
    case 6:
      let writer = try reader.number(as: UInt32.self)
      // What a log has of no device is its own.
      guard writer > 0 else { throw .garbled }
      self = .relayed(try reader.batches(of: writer), of: writer)
    case 7:
      var note = try reader.streamStart()
      note.forgotten = try reader.forgettingIDs()
      self = .founded(note)
    case 8: self = .returned(try reader.deviceJoinRecord())
    case 9: self = .forgetting(try reader.forgettingNote())
    case 10:
      self = .forgotten(
        try reader.list { (reader) throws(MessageDamage) in
          try reader.forgottenNote()
        })
    case 0: throw .garbled
    default: throw .newer
    }
    try reader.finish()
  }
}

extension MessageWriter {
  mutating func put(_ note: DeviceJoinRecord) {
    put(note.name)
    put(note.publicKey)
    put(note.invitation)
    put(UInt64(bitPattern: note.invited))
  }

  /// Adds what devices have to know of each other, without what they have forgotten.
  mutating func put(_ note: StreamStart) {
    put(note.base)
    put(note.epoch)
    put(list: note.members.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value.name)
      $0.put($1.value.publicKey)
      $0.put($1.value.isRemoved)
    }
  }
}

extension MessageReader {
  /// Returns what devices have to know of each other, without what they have forgotten.
  mutating func streamStart() throws(MessageDamage) -> StreamStart {
    let base = try number(as: UInt32.self)
    guard base < UInt32(Int32.max) else { throw .garbled }
    let epoch = try number(as: UInt32.self)
    let members = try list { (reader) throws(MessageDamage) in
      (
        try reader.number(as: UInt32.self),
        Member(
          name: try reader.text(), publicKey: try reader.block(of: Sodium.boxKeyLength),
          messageCount: 0, isRemoved: try reader.flag())
      )
    }
    return StreamStart(
      members: Dictionary(members) { first, _ in first }, base: base, epoch: epoch)
  }

  mutating func batches(
    of device: UInt32
  ) throws(MessageDamage) -> [SharedBatch] {
    try list { (reader) throws(MessageDamage) in try reader.batch(of: device) }
  }

  mutating func deviceJoinRecord() throws(MessageDamage) -> DeviceJoinRecord {
    DeviceJoinRecord(
      name: try text(), publicKey: try block(of: Sodium.boxKeyLength), invitation: try number(),
      invited: Int64(bitPattern: try number()))
  }

  mutating func part() throws(MessageDamage) -> BatchPart {
    let part = BatchPart(
      index: try number(as: UInt32.self), count: try number(as: UInt32.self),
      bytes: Array(try block()))
    guard part.index < part.count, part.count <= BatchPart.limit else { throw .garbled }
    return part
  }

  mutating func keyRotation() throws(MessageDamage) -> KeyRotation {
    KeyRotation(
      removed: try devices(),
      keys: try list { (reader) throws(MessageDamage) in
        KeyRotation.SealedKey(
          device: try reader.number(as: UInt32.self), sealed: Array(try reader.block()))
      })
  }
}

// MARK: Batches

extension MessageWriter {
  /// Adds a batch, without its device, which is that of the message. A record's number is told by how
  /// far it is from the one before.
  mutating func put(_ batch: SharedBatch) {
    var before: Int32 = 0
    put(UInt64(batch.records.count))
    for record in batch.records {
      put(UInt32(bitPattern: record.sequence.rawValue &- before))
      put(record.bytes)
      before = record.sequence.rawValue
    }
    put(list: batch.origins.sorted { $0.key < $1.key }) { writer, entry in
      writer.put(entry.key)
      writer.put(entry.value)
    }
  }

  /// Adds the number of an event.
  mutating func put(_ event: EventID) { put(UInt32(bitPattern: event.rawValue)) }

  /// Adds which event of which device it is.
  mutating func put(_ origin: EventOrigin) {
    put(origin.device)
    put(origin.sequence)
  }
}

extension MessageReader {
  /// Returns the next batch.
  mutating func batch(of device: UInt32) throws(MessageDamage) -> SharedBatch {
    var before = EventID.nothing
    let records = try list { (reader) throws(MessageDamage) in
      let distance = try reader.number(as: Int32.self)
      let (number, isTooLarge) = before.rawValue.addingReportingOverflow(distance)
      guard distance > 0, !isTooLarge, number < Self.largestSequence else { throw .garbled }
      before = EventID(number)
      return SharedBatch.Record(
        sequence: before, bytes: ContiguousArray(try reader.block()))
    }
    guard !records.isEmpty else { throw .garbled }
    let origins = try list { (reader) throws(MessageDamage) in
      (try reader.event(), try reader.origin())
    }
    return SharedBatch(
      device: device, records: ContiguousArray(records),
      origins: Dictionary(origins) { first, _ in first })
  }

  /// Returns the number of an event.
  mutating func event() throws(MessageDamage) -> EventID { EventID(try number(as: Int32.self)) }

  /// Returns which event of which device it is.
  mutating func origin() throws(MessageDamage) -> EventOrigin {
    EventOrigin(device: try number(as: UInt32.self), sequence: try event())
  }

  /// No log has events near the end of the numbers.
  private static let largestSequence = Int32.max - 1_000
}
