/// A custom value was set, by its content or by reference to an earlier event.
public struct ValueSet: ValuePayload, Equatable {
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
  /// The earlier event with the name and the value, if the event restores them, otherwise
  /// ``EventID/nothing``.
  public var source: EventID = .nothing
  /// The name, or absent if ``source`` has it. An empty name means that the value was forgotten.
  public var name: Text = .absent
  /// The value as text. Absent if it is not text, or if ``source`` has it.
  public var value: Text = .absent
  /// The value as Base64 if it is not text, otherwise absent.
  public var base64: Text = .absent
  public init() {}
}
