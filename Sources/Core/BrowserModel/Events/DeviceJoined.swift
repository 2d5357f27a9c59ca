/// A device joined, or got another name.
public struct DeviceJoined: Equatable, Sendable, BitwiseCopyable {
  /// Its number among the devices of the profile: 1, 2, 3 …; 0 is none.
  public var number: Int32 = 0
  /// What people call it.
  public var name: Text = .absent
  /// The number under which the device wrote to this log before; 0 if it had none. A profile that was
  /// restored from a backup or copied joins again, under a number of its own.
  public var former: Int32 = 0
  /// The newest event that the device wrote under its former number and the other devices have. Up to
  /// there its past is also that of the device with the former number.
  public var continues: EventID = .nothing
  public init() {}
}
