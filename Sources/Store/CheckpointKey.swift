internal import BrowserModel
internal import Timeline

/// The key under which a checkpoint is stored: part, branch and sequence, so that the checkpoints of
/// a line stand in the order of their moments.
struct CheckpointKey {
  let bytes: [UInt8]

  /// How many bytes the checkpoints of one line and part have in common.
  static let sharedCount = 5

  init(_ place: CheckpointPlace) {
    bytes = [place.part.rawValue] + Self.bytes(of: place.branch) + Self.bytes(of: place.sequence)
  }

  /// The sequence that a stored key ends with; nil where it is none of ours.
  static func sequence(in key: UnsafeRawBufferPointer) -> EventID? {
    guard key.count == sharedCount + 4 else { return nil }
    let number = key.loadUnaligned(fromByteOffset: sharedCount, as: Int32.self)
    return EventID(Int32(bigEndian: number))
  }

  /// The same for a key of a part of a state; nil for any other key.
  static func stateSequence(in key: UnsafeRawBufferPointer) -> EventID? {
    guard let part = key.first, CheckpointPart(rawValue: part) != nil else { return nil }
    return sequence(in: key)
  }

  private static func bytes(of sequence: EventID) -> [UInt8] {
    withUnsafeBytes(of: sequence.rawValue.bigEndian) { Array($0) }
  }
}
