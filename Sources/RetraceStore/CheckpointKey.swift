internal import BrowserModel
internal import RetraceTimeline

/// The key of a checkpoint: part (1 byte), branch and event (4 bytes each, big-endian), so that
/// the checkpoints of a branch are in the order of their moments.
struct CheckpointKey {
  let bytes: [UInt8]

  /// The number of bytes that the keys of one part and branch have in common.
  static let sharedCount = 5

  init(_ place: CheckpointPlace) {
    bytes =
      [place.part.rawValue] + place.branch.rawValue.bigEndianBytes
      + place.sequence.rawValue.bigEndianBytes
  }

  /// Returns the event at the end of a key, or nil if the key is not a checkpoint key.
  static func sequence(in key: RawSpan) -> EventID? {
    guard key.byteCount == sharedCount + 4 else { return nil }
    return EventID(Int32(bitPattern: key.number(at: sharedCount).byteSwapped))
  }

  /// Returns the event at the end of a key, or nil if the key does not belong to a part of a state.
  static func stateSequence(in key: RawSpan) -> EventID? {
    guard !key.isEmpty, CheckpointPart(rawValue: key[0]) != nil else { return nil }
    return sequence(in: key)
  }
}
