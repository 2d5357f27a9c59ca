public import BrowserModel
internal import EventCoding

/// What a checkpoint is of: it serves that and nothing else.
public struct CheckpointIdentity: Equatable, Sendable {
  /// A number of its own for each kind of thing that is kept.
  public var part: UInt8
  public var branch: Sequence
  public var sequence: Sequence
  /// The checksum of the record at that sequence: in another log it is another one.
  public var record: UInt32

  public init(part: UInt8, branch: Sequence, sequence: Sequence, record: UInt32) {
    self.part = part
    self.branch = branch
    self.sequence = sequence
    self.record = record
  }

  public init(_ place: CheckpointPlace, record: UInt32) {
    self.init(
      part: place.part.rawValue, branch: place.branch, sequence: place.sequence, record: record)
  }

  /// What the checksum of a page of it begins with.
  fileprivate func seed(ofPage page: Int) -> Sequence {
    var seed = UInt32(bitPattern: sequence.rawValue) &* 0x9E37_79B1
    seed = (seed ^ UInt32(bitPattern: branch.rawValue)) &* 0x85EB_CA77
    seed ^= UInt32(part) << 24
    return Sequence(Int32(bitPattern: seed &+ UInt32(truncatingIfNeeded: page)))
  }
}

/// What a checkpoint is stored in: the version of the fold that made it, the checksum of the record at
/// its moment, and a checksum for each page of it that covers what it is of, too. So a part can be
/// trusted without reading the rest.
///
/// Where the version or the record is another, or a checksum is not right, there is no checkpoint. Bytes
/// are little-endian: version, count of the content's bytes, checksum of the record, the content, the
/// checksums of its pages.
public struct CheckpointFrame {
  /// What was kept. What of it is sound, ``isSound(_:)`` tells.
  public let content: UnsafeRawBufferPointer
  private let sums: UnsafeRawBufferPointer
  private let identity: CheckpointIdentity

  private static let headerCount = 12
  private static let recordOffset = 8
  private static let pageByteCount = 512

  /// - Returns: nil where the bytes are no checkpoint of this version of the fold, or of another record.
  public init?(_ stored: UnsafeRawBufferPointer, of identity: CheckpointIdentity) {
    guard stored.count >= Self.headerCount, stored.number(at: 0) == Browser.foldVersion,
      stored.number(at: Self.recordOffset) == identity.record
    else { return nil }
    let end = Self.headerCount + stored.count(at: 4)
    guard end <= stored.count,
      stored.count - end == 4 * Self.pageCount(of: end - Self.headerCount)
    else { return nil }
    content = UnsafeRawBufferPointer(rebasing: stored[Self.headerCount..<end])
    sums = UnsafeRawBufferPointer(rebasing: stored[end...])
    self.identity = identity
  }

  /// Whether bytes were kept by this version of the fold, whatever they are worth.
  public static func isOfThisVersion(_ stored: UnsafeRawBufferPointer) -> Bool {
    stored.count >= headerCount && stored.number(at: 0) == Browser.foldVersion
  }

  /// All of the content; nil where some of it is damaged.
  public var soundContent: UnsafeRawBufferPointer? {
    isSound(0..<content.count) ? content : nil
  }

  /// Whether some bytes of the content are there, and what they were. O(bytes).
  public func isSound(_ range: Range<Int>) -> Bool {
    guard range.upperBound <= content.count else { return false }
    guard !range.isEmpty else { return true }
    let first = range.lowerBound / Self.pageByteCount
    let last = (range.upperBound - 1) / Self.pageByteCount
    for page in first...last
    where sums.number(at: 4 * page) != Self.sum(of: page, content, identity) {
      return false
    }
    return true
  }

  public static func bytes(
    of content: ContiguousArray<UInt8>, _ identity: CheckpointIdentity
  ) -> [UInt8] {
    var writer = SnapshotWriter(capacity: content.count + content.count / 100 + 64)
    writer.put(fixed: Browser.foldVersion)
    writer.put(fixed: UInt32(truncatingIfNeeded: content.count))
    writer.put(fixed: identity.record)
    content.withUnsafeBytes { content in
      writer.put(content)
      for page in 0..<pageCount(of: content.count) {
        writer.put(fixed: sum(of: page, content, identity))
      }
    }
    return Array(writer.bytes)
  }

  /// The same checkpoint where the record at its moment was rewritten, and the state was not changed by
  /// that; nil where the bytes are no checkpoint of this version of the fold.
  public static func bytes(
    _ stored: UnsafeRawBufferPointer, withRecord record: UInt32
  ) -> [UInt8]? {
    guard stored.count >= headerCount, stored.number(at: 0) == Browser.foldVersion else {
      return nil
    }
    var bytes = Array(stored)
    for index in 0..<4 {
      bytes[recordOffset + index] = UInt8(truncatingIfNeeded: record >> (8 * index))
    }
    return bytes
  }

  private static func pageCount(of byteCount: Int) -> Int {
    (byteCount + pageByteCount - 1) / pageByteCount
  }

  /// A page that stands in the place of another is noticed, too.
  private static func sum(
    of page: Int, _ content: UnsafeRawBufferPointer, _ identity: CheckpointIdentity
  ) -> UInt32 {
    let start = page * pageByteCount
    let bytes = content[start..<min(start + pageByteCount, content.count)]
    return Checksum.of(
      UnsafeRawBufferPointer(rebasing: bytes), sequence: identity.seed(ofPage: page))
  }
}
