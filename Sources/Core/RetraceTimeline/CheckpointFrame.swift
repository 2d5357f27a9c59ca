import BrowserModel
internal import Bytes
internal import EventCoding

/// The stored form of a checkpoint: a header that identifies the checkpoint, and the content.
///
/// The header has three numbers of four bytes, little-endian: `Browser.foldVersion` of the program
/// that created the checkpoint, the checksum of the record at the moment of the checkpoint, and a
/// checksum of the content and the identity. If any of these numbers is wrong, the checkpoint
/// counts as missing.
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
  /// The content, which has not been verified.
  public let content: RawSpan
  private let checksum: UInt32
  private let identity: CheckpointIdentity

  private static let recordOffset = 4
  private static let checksumOffset = 8
  /// The size of the header in bytes.
  public static let headerByteCount = 12

  /// Creates a frame from stored bytes, in O(1).
  ///
  /// - Parameters:
  ///   - stored: The header and the content.
  ///   - identity: The required identity of the checkpoint.
  /// - Returns: The frame, or nil if the bytes are too short, or belong to another version of the
  ///   fold or to another record.
  @_lifetime(copy stored)
  public init?(_ stored: RawSpan, of identity: CheckpointIdentity) {
    guard Self.isOfThisVersion(stored),
      stored.number(at: Self.recordOffset) == identity.record
    else { return nil }
    content = stored.extracting(Self.headerByteCount...)
    checksum = stored.number(at: Self.checksumOffset)
    self.identity = identity
  }

  /// Returns whether stored bytes were created by the current version of the fold. The bytes may
  /// still be damaged.
  public static func isOfThisVersion(_ stored: RawSpan) -> Bool {
    stored.byteCount >= headerByteCount && stored.number(at: 0) == Browser.foldVersion
  }

  /// The content, or nil if its checksum is wrong, because the content is damaged or belongs to
  /// another checkpoint.
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
    var writer = ByteWriter(capacity: content.count + headerByteCount)
    writer.put(fixed: Browser.foldVersion)
    writer.put(fixed: identity.record)
    let content = content.span.raw
    writer.put(fixed: Checksum.of(content, sequence: identity.seed))
    writer.put(content)
    return Array(writer.bytes)
  }

  /// Returns a checkpoint with the current checksum of its record, which was rewritten without
  /// changing the state, for example by a forget request.
  ///
  /// - Parameters:
  ///   - stored: The bytes of the checkpoint.
  ///   - record: The current checksum of the record.
  /// - Returns: The bytes to store, or nil if `stored` is not a checkpoint of this version of the
  ///   fold.
  /// - Complexity: O(bytes)
  public static func bytes(
    _ stored: RawSpan, withRecord record: UInt32
  ) -> [UInt8]? {
    guard isOfThisVersion(stored) else { return nil }
    var bytes = stored.copied
    bytes.replaceSubrange(recordOffset..<(recordOffset + 4), with: record.littleEndianBytes)
    return bytes
  }
}
