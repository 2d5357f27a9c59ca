internal import BrowserModel
internal import RetraceTimeline

/// The content of a message from a device, before it is sealed.
enum MessageContent: Equatable, Sendable {
  /// The device has joined, or has returned to a stream whose founder does not know the device.
  case joined(DeviceJoinRecord)
  /// Events of the device, oldest first.
  case batches([SharedBatch])
  /// A part of a batch that is too large for one message.
  case part(BatchPart)
  /// Devices were removed. A new key, which the removed devices do not receive, applies to all
  /// later messages.
  case keyTurned(KeyRotation)
  /// The hash of the device's library, built from exactly the messages in the stream before this
  /// message.
  case library([UInt8])
  /// Events of another device, oldest first, that the servers have lost. Any device that has these
  /// events can send them.
  case relayed([SharedBatch], of: UInt32)
  /// A stream begins.
  case founded(StreamStart)
  /// Devices must forget data.
  case forgetting(ForgetRequest)
  /// The device has completed these forget requests.
  case forgotten([ForgetReceipt])
}

extension MessageContent {
  /// The name of the kind, for the trace.
  var kindName: String {
    switch self {
    case .joined: "joined"
    case .batches: "batches"
    case .part: "part"
    case .keyTurned: "keyTurned"
    case .library: "library"
    case .relayed: "relayed"
    case .founded: "founded"
    case .forgetting: "forgetting"
    case .forgotten: "forgotten"
    }
  }
}

// Each kind has a number in the encoding. Numbers are never reused.
extension MessageContent {
  /// The content as bytes.
  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .joined(let note):
      writer.put((note.invitation > 0 ? 1 : 8) as UInt64)
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
    case .forgetting(let note):
      writer.put(9 as UInt64)
      writer.put(note)
    case .forgotten(let notes):
      writer.put(10 as UInt64)
      writer.put(list: notes) { $0.put($1) }
    }
    return writer.bytes
  }

  /// The batches in the content, or nil for a kind of content without batches.
  var batches: [SharedBatch]? {
    switch self {
    case .batches(let batches), .relayed(let batches, _): batches
    default: nil
    }
  }

  /// Decodes the content of a device's message.
  init(_ bytes: [UInt8], of device: UInt32) throws {
    var reader = MessageReader(bytes)
    switch try reader.number() {
    case 1, 8: self = .joined(try reader.deviceJoinRecord())
    case 2: self = .batches(try reader.batches(of: device))
    case 3: self = .part(try reader.part())
    case 4: self = .keyTurned(try reader.keyRotation())
    case 5: self = .library(try reader.block(of: Sodium.hashLength))
    case 6:
      let writer = try reader.number(as: UInt32.self)
      // In a batch, device 0 would mean the log's own device.
      guard writer > 0 else { throw SyncError.garbled }
      self = .relayed(try reader.batches(of: writer), of: writer)
    case 7:
      var note = try reader.streamStart()
      note.forgotten = try reader.forgettingIDs()
      self = .founded(note)
    case 9: self = .forgetting(try reader.forgettingNote())
    case 10:
      self = .forgotten(
        try reader.list { reader in
          try reader.forgottenNote()
        })
    case 0: throw SyncError.garbled
    default: throw SyncError.unknownForm
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

  /// Appends the data about the stream's devices, without the completed forget requests.
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
  /// Reads the data about the stream's devices, without the completed forget requests.
  mutating func streamStart() throws -> StreamStart {
    let base = try number(as: UInt32.self)
    guard base < UInt32(Int32.max) else { throw SyncError.garbled }
    let epoch = try number(as: UInt32.self)
    let members = try list { reader in
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
  ) throws -> [SharedBatch] {
    try list { reader in try reader.batch(of: device) }
  }

  mutating func deviceJoinRecord() throws -> DeviceJoinRecord {
    DeviceJoinRecord(
      name: try text(), publicKey: try block(of: Sodium.boxKeyLength), invitation: try number(),
      invited: Int64(bitPattern: try number()))
  }

  mutating func part() throws -> BatchPart {
    let part = BatchPart(
      index: try number(as: UInt32.self), count: try number(as: UInt32.self),
      bytes: Array(try block()))
    guard part.index < part.count, part.count <= BatchPart.limit else { throw SyncError.garbled }
    return part
  }

  mutating func keyRotation() throws -> KeyRotation {
    KeyRotation(
      removed: try devices(),
      keys: try list { reader in
        KeyRotation.SealedKey(
          device: try reader.number(as: UInt32.self), sealed: Array(try reader.block()))
      })
  }
}

// MARK: Batches

extension MessageWriter {
  /// Appends a batch without the number of its device, because the message already contains it.
  /// Record numbers are stored as differences.
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

  /// Appends an event number.
  mutating func put(_ event: EventID) { put(UInt32(bitPattern: event.rawValue)) }

  /// Appends a device and event number.
  mutating func put(_ origin: EventOrigin) {
    put(origin.device)
    put(origin.sequence)
  }
}

extension MessageReader {
  /// Reads the next batch.
  mutating func batch(of device: UInt32) throws -> SharedBatch {
    var before = EventID.nothing
    let records = try list { reader in
      let distance = try reader.number(as: Int32.self)
      let (number, isTooLarge) = before.rawValue.addingReportingOverflow(distance)
      guard distance > 0, !isTooLarge, number < Self.largestSequence else {
        throw SyncError.garbled
      }
      before = EventID(number)
      return SharedBatch.Record(
        sequence: before, bytes: ContiguousArray(try reader.block()))
    }
    guard !records.isEmpty else { throw SyncError.garbled }
    let origins = try list { reader in
      (try reader.event(), try reader.origin())
    }
    return SharedBatch(
      device: device, records: ContiguousArray(records),
      origins: Dictionary(origins) { first, _ in first })
  }

  /// Reads an event number.
  mutating func event() throws -> EventID { EventID(try number(as: Int32.self)) }

  /// Reads a device and event number.
  mutating func origin() throws -> EventOrigin {
    EventOrigin(device: try number(as: UInt32.self), sequence: try event())
  }

  /// An upper bound on event numbers. Event numbers in a log never come close to the largest
  /// integer.
  private static let largestSequence = Int32.max - 1_000
}
