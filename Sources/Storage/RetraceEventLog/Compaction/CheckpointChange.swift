import CLMDB
import EventCoding
import Glibc

/// What a compaction does with a checkpoint.
public enum CheckpointChange {
  /// It is copied as it is, or left out.
  case stays, dropped
  /// It is copied with these bytes in the place of its own.
  case replaced([UInt8])
}
