internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// A forget request as stored in the chain of messages. It does not contain any of the data to
/// forget.
struct ForgetRequest: Equatable, Sendable {
  /// 16 random bytes that identify the request. Each device uses these bytes to find out whether it
  /// has completed the request.
  var id: [UInt8]
  /// The position of the ``SealedRequest``.
  var position: UInt64
  /// The devices that have not completed the request.
  var waiting: [UInt32]
  /// The devices that completed the request or joined after it, each with its newest event at that
  /// time. Later events of these devices are not forgotten.
  var done: [UInt32: EventID]
  /// Whether the stream contains data to forget. If so, no more batches are sent through the
  /// stream, and another stream replaces it.
  var endsStream: Bool

  static let idLength = 16
}

// MARK: Encoding

// Each scope has a number in the encoding. Numbers are never reused.
extension SharedForgetting {
  /// The request as bytes, before it is sealed.
  var bytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(numbers: newest)
    writer.put(includesMentions)
    switch scope {
    case .url(let url):
      writer.put(1 as UInt64)
      writer.put(url)
    case .under(let url):
      writer.put(2 as UInt64)
      writer.put(url)
    case .site(let host):
      writer.put(3 as UInt64)
      writer.put(host)
    case .tab(let opened):
      writer.put(4 as UInt64)
      writer.put(opened)
    case .written(let events):
      writer.put(5 as UInt64)
      let ranges = events.sorted { $0.key < $1.key }.flatMap { device, numbers in
        numbers.ranges.map { (device: device, numbers: $0) }
      }
      writer.put(list: ranges) {
        $0.put(EventOrigin(device: $1.device, sequence: $1.numbers.lowerBound))
        $0.put($1.numbers.upperBound.advanced(by: -1))
      }
    }
    return writer.bytes
  }

  /// Decodes a request from bytes.
  init(_ bytes: [UInt8]) throws {
    var reader = MessageReader(bytes)
    let newest = try reader.eventNumbers()
    let includesMentions = try reader.flag()
    let scope: Scope
    switch try reader.number() {
    case 1: scope = .url(try reader.text())
    case 2: scope = .under(try reader.text())
    case 3: scope = .site(try reader.text())
    case 4: scope = .tab(try reader.origin())
    case 5:
      let ranges = try reader.list { reader in
        let first = try reader.origin()
        let last = try reader.event()
        guard first.sequence <= last, last < EventID(.max) else { throw SyncError.garbled }
        return (device: first.device, events: first.sequence..<last.advanced(by: 1))
      }
      let events: [UInt32: RangeSet<EventID>] = ranges.reduce(into: [:]) { events, range in
        events[range.device, default: RangeSet()].insert(contentsOf: range.events)
      }
      scope = .written(events)
    case 0: throw SyncError.garbled
    default: throw SyncError.unknownForm
    }
    try reader.finish()
    self.init(scope, includesMentions: includesMentions, newest: newest)
  }
}

extension MessageWriter {
  /// Appends a device number and an event number for each device.
  mutating func put(numbers: [UInt32: EventID]) {
    put(list: numbers.sorted { $0.key < $1.key }) {
      $0.put(EventOrigin(device: $1.key, sequence: $1.value))
    }
  }

  /// Appends a forget receipt.
  mutating func put(_ note: ForgetReceipt) {
    put(note.id)
    put(note.newest)
  }

  /// Appends a forget request.
  mutating func put(_ note: ForgetRequest) {
    put(note.id)
    put(note.position)
    put(list: note.waiting) { $0.put($1) }
    put(numbers: note.done)
    put(note.endsStream)
  }

  /// Appends a pending forget request.
  mutating func put(_ forgetting: PendingForget) {
    put(forgetting.id)
    put(forgetting.request)
    put(list: forgetting.positions) { $0.put($1) }
    put(forgetting.isTold)
    put(list: forgetting.waiting.sorted()) { $0.put($1) }
    put(numbers: forgetting.done)
    put(optional: forgetting.newest) { $0.put($1) }
  }
}

extension MessageReader {
  mutating func eventNumbers() throws -> [UInt32: EventID] {
    let origins = try list { reader in try reader.origin() }
    return Dictionary(origins.map { ($0.device, $0.sequence) }) { first, _ in first }
  }

  /// Reads a list of request ids (``ForgetRequest/id``).
  mutating func forgettingIDs() throws -> [[UInt8]] {
    try list { reader in try reader.block(of: ForgetRequest.idLength) }
  }

  /// Reads a forget receipt.
  mutating func forgottenNote() throws -> ForgetReceipt {
    ForgetReceipt(
      id: try block(of: ForgetRequest.idLength), newest: try event())
  }

  /// Reads a forget request.
  mutating func forgettingNote() throws -> ForgetRequest {
    ForgetRequest(
      id: try block(of: ForgetRequest.idLength), position: try number(),
      waiting: try devices(), done: try eventNumbers(), endsStream: try flag())
  }

  /// Reads a pending forget request.
  mutating func pendingForget() throws -> PendingForget {
    PendingForget(
      id: try block(of: ForgetRequest.idLength), request: Array(try block()),
      positions: try list { reader in try reader.number() },
      isTold: try flag(),
      waiting: Set(try devices()), done: try eventNumbers(),
      newest: try optional { reader in try reader.event() })
  }
}
