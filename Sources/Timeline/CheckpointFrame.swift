public import BrowserModel
internal import EventCoding

/// What a checkpoint is stored in: the version of the fold that made it, and a checksum for each page
/// of it that covers the checkpoint's sequence, too. So a part can be trusted without reading the rest.
///
/// Where the version is another, or a checksum is not right, there is no checkpoint. Bytes are
/// little-endian: version, count of the content's bytes, the content, the checksums of its pages.
public struct CheckpointFrame {
  /// What was kept. What of it is sound, ``isSound(_:)`` tells.
  public let content: UnsafeRawBufferPointer
  private let sums: UnsafeRawBufferPointer
  private let sequence: Sequence

  private static let headerCount = 8
  private static let pageByteCount = 512

  /// - Returns: nil where the bytes are no checkpoint of this version of the fold.
  public init?(_ stored: UnsafeRawBufferPointer, at sequence: Sequence) {
    guard stored.count >= Self.headerCount, stored.number(at: 0) == Browser.foldVersion else {
      return nil
    }
    let end = Self.headerCount + stored.count(at: 4)
    guard end <= stored.count,
      stored.count - end == 4 * Self.pageCount(of: end - Self.headerCount)
    else { return nil }
    content = UnsafeRawBufferPointer(rebasing: stored[Self.headerCount..<end])
    sums = UnsafeRawBufferPointer(rebasing: stored[end...])
    self.sequence = sequence
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
    where sums.number(at: 4 * page) != Self.sum(of: page, content, sequence) {
      return false
    }
    return true
  }

  public static func bytes(
    of content: ContiguousArray<UInt8>, at sequence: Sequence
  ) -> [UInt8] {
    var writer = SnapshotWriter(capacity: content.count + content.count / 200 + 64)
    writer.put(fixed: Browser.foldVersion)
    writer.put(fixed: UInt32(truncatingIfNeeded: content.count))
    content.withUnsafeBytes { content in
      writer.put(content)
      for page in 0..<pageCount(of: content.count) {
        writer.put(fixed: sum(of: page, content, sequence))
      }
    }
    return Array(writer.bytes)
  }

  private static func pageCount(of byteCount: Int) -> Int {
    (byteCount + pageByteCount - 1) / pageByteCount
  }

  /// A page that stands in the place of another is noticed, too.
  private static func sum(
    of page: Int, _ content: UnsafeRawBufferPointer, _ sequence: Sequence
  ) -> UInt32 {
    let start = page * pageByteCount
    let bytes = content[start..<min(start + pageByteCount, content.count)]
    return Checksum.of(
      UnsafeRawBufferPointer(rebasing: bytes),
      sequence: Sequence(sequence.rawValue &+ Int32(truncatingIfNeeded: page)))
  }
}
