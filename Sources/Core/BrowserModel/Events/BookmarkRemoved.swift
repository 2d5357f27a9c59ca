/// A bookmark was removed. A folder was removed with all its members.
public struct BookmarkRemoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was removed.
  public var bookmark: BookmarkID = .nothing
  /// The index of the bookmark in its folder before the removal, from 0. This hint saves the fold a
  /// search.
  public var index: Int32 = 0
  public init() {}
}
