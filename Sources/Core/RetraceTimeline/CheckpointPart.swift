import BrowserModel
internal import EventCoding

/// The part of a state that a checkpoint contains. Raw values are stored and never reused.
public enum CheckpointPart: UInt8, Sendable, CaseIterable {
  /// The browser: `Browser.snapshot()`.
  case browser = 1
  /// The library: `Library.snapshot()`.
  case library = 2
  /// A complete timeline except for its library: ``Timeline/snapshot()``. Only the newest
  /// checkpoint of this kind is stored for each lineage.
  case timeline = 3
}
