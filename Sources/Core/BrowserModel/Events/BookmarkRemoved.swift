/// A bookmark was removed. A folder was removed with all its members.
public struct BookmarkRemoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was removed.
  public var bookmark: BookmarkID = .nothing
  /// Its index before, from 0. A hint that saves the fold a search.
  public var index: Int32 = 0
  public init() {}
}
