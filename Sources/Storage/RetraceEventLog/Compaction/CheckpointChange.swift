import CLMDB
import EventCoding

/// The action of a compaction for a checkpoint.
public enum CheckpointChange {
  /// The checkpoint is copied unchanged (`stays`) or not copied (`dropped`).
  case stays, dropped
  /// The checkpoint is copied, but its bytes are replaced with these bytes.
  case replaced([UInt8])
}
