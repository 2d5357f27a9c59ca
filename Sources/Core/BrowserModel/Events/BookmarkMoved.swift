/// A bookmark was moved. The event is ignored if a folder would be inside itself.
public struct BookmarkMoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was moved.
  public var bookmark: BookmarkID = .nothing
  /// The folder that contains it afterwards. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  public init() {}
}
