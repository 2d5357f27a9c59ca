public import BrowserModel
internal import EventCoding

/// Which part of a state a checkpoint holds.
public enum CheckpointPart: UInt8, Sendable, CaseIterable {
  /// ``Browser/sessionSnapshot()``.
  case session = 1
  /// ``Browser/librarySnapshot()``.
  case library = 2
  /// ``Timeline/snapshot()``: a whole timeline but for its library. Only the newest is kept.
  case timeline = 3
}

/// Where a checkpoint stands: what it holds, of which lineage, at which moment.
public struct CheckpointPlace: Hashable, Sendable {
  public var part: CheckpointPart
  /// The branch whose lineage was folded; nothing: the main lineage.
  public var branch: EventID
  /// The newest event of the log at that moment.
  public var sequence: EventID

  public init(_ part: CheckpointPart, of branch: EventID, at sequence: EventID) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
  }
}

/// What a source keeps of states is derived from its events: whether there is a checkpoint changes how
/// long a fold takes, and nothing else.
extension EventSource where Self: ~Copyable {
  /// A source that says nothing about it keeps none: every fold begins at the first event.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value? { nil }

  public func reject(_ place: CheckpointPlace) {}

  /// Lends what a checkpoint holds; nil where it is damaged, and then it is rejected.
  func withCheckpoint<Value>(
    at place: CheckpointPlace, _ body: (UnsafeRawBufferPointer) -> Value?
  ) throws(Failure) -> Value? {
    let value = try withFrame(atOrBefore: place) { sequence, frame in
      sequence == place.sequence ? frame.soundContent.flatMap(body) : nil
    }
    if value == nil { reject(place) }
    return value
  }
}

/// What a checkpoint is of: it serves that and nothing else.
public struct CheckpointIdentity: Equatable, Sendable {
  /// A number of its own for each kind of thing that is kept.
  public var part: UInt8
  public var branch: EventID
  public var sequence: EventID
  /// The checksum of the record at that sequence: in another log it is another one.
  public var record: UInt32

  public init(part: UInt8, branch: EventID, sequence: EventID, record: UInt32) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
    self.record = record
  }

  public init(_ place: CheckpointPlace, record: UInt32) {
    self.init(
      part: place.part.rawValue, branch: place.branch, sequence: place.sequence, record: record)
  }

  /// What its checksum begins with. The record counts on its own: it may be rewritten.
  fileprivate var seed: EventID {
    var seed = UInt32(bitPattern: sequence.rawValue) &* 0x9E37_79B1
    seed = (seed ^ UInt32(bitPattern: branch.rawValue)) &* 0x85EB_CA77
    return EventID(Int32(bitPattern: seed ^ UInt32(part) << 24))
  }
}

/// What a checkpoint is stored in: the version of the fold that made it, the checksum of the record at
/// its moment, and a checksum that covers its bytes and what it is of.
///
/// Where the version or the record is another, or the checksum is not right, there is no checkpoint.
/// Numbers have four bytes, little-endian: version, checksum of the record, checksum of the content;
/// the content follows.
public struct CheckpointFrame {
  /// What was kept, sound or not.
  public let content: UnsafeRawBufferPointer
  private let checksum: UInt32
  private let identity: CheckpointIdentity

  private static let recordOffset = 4
  private static let checksumOffset = 8
  /// How many bytes stand before the content.
  public static let headerByteCount = 12

  /// - Returns: nil where the bytes are no checkpoint of this version of the fold, or of another record.
  public init?(_ stored: UnsafeRawBufferPointer, of identity: CheckpointIdentity) {
    guard Self.isOfThisVersion(stored),
      stored.number(at: Self.recordOffset) == identity.record
    else { return nil }
    content = UnsafeRawBufferPointer(rebasing: stored[Self.headerByteCount...])
    checksum = stored.number(at: Self.checksumOffset)
    self.identity = identity
  }

  /// Whether bytes were kept by this version of the fold, whatever they are worth.
  public static func isOfThisVersion(_ stored: UnsafeRawBufferPointer) -> Bool {
    stored.count >= headerByteCount && stored.number(at: 0) == Browser.foldVersion
  }

  /// What was kept; nil where it is damaged. O(bytes).
  public var soundContent: UnsafeRawBufferPointer? {
    Checksum.of(content, sequence: identity.seed) == checksum ? content : nil
  }

  public static func bytes(
    of content: ContiguousArray<UInt8>, _ identity: CheckpointIdentity
  ) -> [UInt8] {
    var writer = SnapshotWriter(capacity: content.count + headerByteCount)
    writer.put(fixed: Browser.foldVersion)
    writer.put(fixed: identity.record)
    content.withUnsafeBytes { content in
      writer.put(fixed: Checksum.of(content, sequence: identity.seed))
      writer.put(content)
    }
    return Array(writer.bytes)
  }

  /// The same checkpoint where the record at its moment was rewritten, and the state was not changed by
  /// that; nil where the bytes are no checkpoint of this version of the fold.
  public static func bytes(
    _ stored: UnsafeRawBufferPointer, withRecord record: UInt32
  ) -> [UInt8]? {
    guard isOfThisVersion(stored) else { return nil }
    var bytes = Array(stored)
    for index in 0..<4 {
      bytes[recordOffset + index] = UInt8(truncatingIfNeeded: record >> (8 * index))
    }
    return bytes
  }
}

extension UnsafeRawBufferPointer {
  /// The number of four bytes, little-endian, at an offset. The bytes have to be there.
  fileprivate func number(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
