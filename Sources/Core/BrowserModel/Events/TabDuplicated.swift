/// A tab was opened as a copy of another tab, with the complete session history. The entries of the
/// copy have the same ids as the entries of the source.
public struct TabDuplicated: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was copied.
  public var source: TabID = .nothing
  /// The copy's index in the window, from 0.
  public var index: Int32 = 0
  /// Whether the copy becomes the active tab.
  public var isSelected = false
  /// Whether an engine still has to load the page of the copy.
  public var isLoading = false
  /// Whether the window first forgets all its opener groups (T8).
  public var forgetsOpenerGroups = false
  /// The tabs next to the place of the copy, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
