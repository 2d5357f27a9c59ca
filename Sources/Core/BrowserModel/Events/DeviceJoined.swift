/// A device joined, or was renamed.
public struct DeviceJoined: Equatable, Sendable, BitwiseCopyable {
  /// The number of the device among the devices of the profile: 1, 2, 3 …, or 0 if the device has
  /// no number.
  public var number: Int32 = 0
  /// The name of the device, for display.
  public var name: Text = .absent
  /// The number under which the device wrote to this log before, or 0 if it had no number. A
  /// profile that was restored from a backup or copied joins again under a new number.
  public var former: Int32 = 0
  /// The newest event that the device wrote under its previous number and that the other devices
  /// have. Up to this event, the device has the same past as the device with the previous number.
  public var continues: EventID = .nothing
  public init() {}
}
