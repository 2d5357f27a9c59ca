internal import BrowserModel
internal import EventCoding

/// What a checkpoint is stored in: the version of the fold that made it, and a checksum that covers
/// its sequence. Where either is not right there is no checkpoint.
enum CheckpointFrame {
  private static let headerCount = 8

  static func bytes(of content: ContiguousArray<UInt8>, at sequence: Sequence) -> [UInt8] {
    let checksum = content.withUnsafeBytes { Checksum.of($0, sequence: sequence) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerCount + content.count)
    for number in [Browser.foldVersion, checksum] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(contentsOf: content)
    return bytes
  }

  /// - Parameter isKnownSound: Whether the checksum was looked at before.
  static func content(
    of bytes: UnsafeRawBufferPointer, at sequence: Sequence, isKnownSound: Bool = false
  ) -> UnsafeRawBufferPointer? {
    guard bytes.count >= headerCount, number(bytes, 0) == Browser.foldVersion else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes[headerCount...])
    guard !isKnownSound else { return content }
    return number(bytes, 4) == Checksum.of(content, sequence: sequence) ? content : nil
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
