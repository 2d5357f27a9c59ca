import BrowserModel
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
