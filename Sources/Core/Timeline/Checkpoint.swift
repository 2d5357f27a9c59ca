public import BrowserModel
internal import EventCoding

/// The part of a state that a checkpoint holds. Raw values are stored and never reused.
public enum CheckpointPart: UInt8, Sendable, CaseIterable {
  /// The browser: `Browser.snapshot()`.
  case browser = 1
  /// The library: `Library.snapshot()`.
  case library = 2
  /// A whole timeline except for its library: ``Timeline/snapshot()``. Only the newest of a
  /// lineage is kept.
  case timeline = 3
}

/// Which checkpoint: the part, the lineage and the moment.
public struct CheckpointPlace: Hashable, Sendable {
  /// The part of the state.
  public var part: CheckpointPart
  /// The branch whose lineage was folded; `EventID.nothing` is the main lineage.
  public var branch: BranchID
  /// The newest event of the log at that moment.
  public var sequence: EventID

  /// Creates a place; whether there is a checkpoint is not checked.
  public init(_ part: CheckpointPart, of branch: BranchID, at sequence: EventID) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
  }
}

/// Checkpoints of a source. They are derived from its events: whether there are any changes
/// how long a fold takes, and nothing else.
extension EventSource where Self: ~Copyable {
  /// The default for a source without checkpoints: every fold begins at the first event.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value? { nil }

  /// The default for a source without checkpoints: nothing happens.
  public func reject(_ place: CheckpointPlace) {}

  /// Passes the content of a checkpoint to `body`. If the checkpoint is damaged, or `body`
  /// returns nil, it is rejected.
  ///
  /// - Returns: What `body` returns; nil if there is no sound checkpoint at exactly this
  ///   place.
  func withCheckpoint<Value>(
    at place: CheckpointPlace, _ body: (RawSpan) -> Value?
  ) throws(Failure) -> Value? {
    let value: Value? = try withFrame(atOrBefore: place) { sequence, frame in
      guard sequence == place.sequence, let content = frame.soundContent else { return nil }
      return body(content)
    }
    if value == nil { reject(place) }
    return value
  }
}

/// What a checkpoint belongs to. It serves nothing else, even if its bytes are sound.
public struct CheckpointIdentity: Equatable, Sendable {
  /// A number for the kind of content: that of a ``CheckpointPart``, or another one for
  /// other content.
  public var part: UInt8
  /// The branch whose lineage was folded; `EventID.nothing` is the main lineage.
  public var branch: BranchID
  /// The newest event of the log at its moment.
  public var sequence: EventID
  /// The checksum of the record of that event. In another log with the same number of
  /// events it differs.
  public var record: UInt32

  /// Creates an identity for content of any kind.
  public init(part: UInt8, branch: BranchID, sequence: EventID, record: UInt32) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
    self.record = record
  }

  /// Creates the identity of a checkpoint of a state.
  ///
  /// - Parameters:
  ///   - place: What it holds.
  ///   - record: The checksum of the record at its moment.
  public init(_ place: CheckpointPlace, record: UInt32) {
    self.init(
      part: place.part.rawValue, branch: place.branch, sequence: place.sequence, record: record)
  }

  /// What the checksum of the content begins with, so that it covers part, branch and
  /// moment. The record is not in it, because it may be rewritten.
  fileprivate var seed: EventID {
    var seed = UInt32(bitPattern: sequence.rawValue) &* 0x9E37_79B1
    seed = (seed ^ UInt32(bitPattern: branch.rawValue)) &* 0x85EB_CA77
    return EventID(Int32(bitPattern: seed ^ UInt32(part) << 24))
  }
}

/// The stored form of a checkpoint: a header that says what it is good for, and the
/// content.
///
/// The header has three numbers of four bytes, little-endian: `Browser.foldVersion` of
/// the program that made it, the checksum of the record at its moment, and a checksum of
/// the content that also covers what it belongs to. If one of them is not right, the
/// checkpoint counts as missing.
///
/// ```swift
/// let content = timeline.browser.snapshot()
/// let stored = CheckpointFrame.bytes(of: content, identity)
/// var browser: Browser?
/// let frame = CheckpointFrame(stored.span.bytes, of: identity)
/// if let frame, let content = frame.soundContent {
///   browser = Browser(snapshot: content)
/// }
/// ```
public struct CheckpointFrame: ~Escapable {
  /// The content, not checked.
  public let content: RawSpan
  private let checksum: UInt32
  private let identity: CheckpointIdentity

  private static let recordOffset = 4
  private static let checksumOffset = 8
  /// How many bytes the header has.
  public static let headerByteCount = 12

  /// Creates a frame from stored bytes, in O(1).
  ///
  /// - Parameters:
  ///   - stored: The header and the content.
  ///   - identity: What the checkpoint has to belong to.
  /// - Returns: Nil for another version of the fold, another record, or bytes that are too
  ///   short.
  @_lifetime(copy stored)
  public init?(_ stored: RawSpan, of identity: CheckpointIdentity) {
    guard Self.isOfThisVersion(stored),
      stored.number(at: Self.recordOffset) == identity.record
    else { return nil }
    content = stored.extracting(Self.headerByteCount...)
    checksum = stored.number(at: Self.checksumOffset)
    self.identity = identity
  }

  /// Returns whether stored bytes have the version of the present fold, whether they are
  /// sound or not.
  public static func isOfThisVersion(_ stored: RawSpan) -> Bool {
    stored.byteCount >= headerByteCount && stored.number(at: 0) == Browser.foldVersion
  }

  /// The content, or nil if its checksum is wrong: it is damaged, or belongs to something
  /// else.
  ///
  /// - Complexity: O(bytes)
  public var soundContent: RawSpan? {
    @_lifetime(copy self)
    get { Checksum.of(content, sequence: identity.seed) == checksum ? content : nil }
  }

  /// Returns the bytes to store: a header for an identity, and the content.
  ///
  /// - Complexity: O(bytes)
  public static func bytes(
    of content: ContiguousArray<UInt8>, _ identity: CheckpointIdentity
  ) -> [UInt8] {
    var writer = SnapshotWriter(capacity: content.count + headerByteCount)
    writer.put(fixed: Browser.foldVersion)
    writer.put(fixed: identity.record)
    let content = content.span.raw
    writer.put(fixed: Checksum.of(content, sequence: identity.seed))
    writer.put(content)
    return Array(writer.bytes)
  }

  /// Returns the same checkpoint for a record that was rewritten without a change of the
  /// state, as by forgetting.
  ///
  /// - Parameters:
  ///   - stored: The bytes of the checkpoint.
  ///   - record: The checksum of the record as it is now.
  /// - Returns: Nil if the bytes are no checkpoint of this version of the fold.
  /// - Complexity: O(bytes)
  public static func bytes(
    _ stored: RawSpan, withRecord record: UInt32
  ) -> [UInt8]? {
    guard isOfThisVersion(stored) else { return nil }
    var bytes = stored.copied
    for index in 0..<4 {
      bytes[recordOffset + index] = UInt8(truncatingIfNeeded: record >> (8 * index))
    }
    return bytes
  }
}
