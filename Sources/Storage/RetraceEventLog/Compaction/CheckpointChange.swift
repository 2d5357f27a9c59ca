import CLMDB
import EventCoding

/// The action of a compaction for a checkpoint.
public enum CheckpointChange {
  /// The checkpoint is copied unchanged (`stays`) or not copied (`dropped`).
  case stays, dropped
  /// The checkpoint is copied with these bytes instead of its own.
  case replaced([UInt8])
}
