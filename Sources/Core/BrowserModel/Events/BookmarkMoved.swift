/// A bookmark was moved. The event is ignored if it would put a folder inside itself.
public struct BookmarkMoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was moved.
  public var bookmark: BookmarkID = .nothing
  /// The folder that contains the bookmark afterwards. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// The index in that folder afterwards, from 0.
  public var index: Int32 = 0
  public init() {}
}
