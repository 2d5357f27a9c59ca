/// A custom value was removed.
public struct ValueRemoved: ValuePayload, Equatable {
  /// The window that has the value, or ``EventReference/nothing``.
  public var window: WindowID = .nothing
  /// The tab that has the value, or ``EventReference/nothing``.
  public var tab: TabID = .nothing
  /// The group that has the value, or ``EventReference/nothing``. If there is no window, tab or
  /// group, the value belongs to the profile.
  public var group: GroupID = .nothing
  /// The upper half of ``key``.
  public var keyUpper: Int32 = 0
  /// The lower half of ``key``, with the same bits.
  public var keyLower: Int32 = 0
  /// The event that contains the name and the removed value.
  public var source: EventID = .nothing
  public init() {}
}
