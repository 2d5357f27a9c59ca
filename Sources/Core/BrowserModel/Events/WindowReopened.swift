/// A closed window was reopened with its tabs. The event is ignored if the window is already open.
public struct WindowReopened: Equatable, Sendable, BitwiseCopyable {
  /// The closed item (``ClosedItem/id``).
  public var item: ClosedItemID = .nothing
  public init() {}
}
