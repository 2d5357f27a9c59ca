/// A closed window came back with its tabs. Nothing happens if it is open already.
public struct WindowReopened: Equatable, Sendable, BitwiseCopyable {
  /// The closed item (``ClosedItem/id``).
  public var item: ClosedItemID = .nothing
  public init() {}
}
