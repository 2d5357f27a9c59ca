/// A setting was set, or set to its default.
public struct SettingChanged: Equatable, Sendable, BitwiseCopyable {
  /// The setting.
  public var name: Settings.Name = .historyLimit
  /// The value of a setting that is a number, for the fold; 0 for others.
  public var number: Int32 = 0
  /// The value in words; absent if it is the default.
  public var value: Text = .absent
  public init() {}
}
