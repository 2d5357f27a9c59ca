/// A setting was set, or reset to its default.
public struct SettingChanged: Equatable, Sendable, BitwiseCopyable {
  /// The setting.
  public var name: Settings.Name = .historyLimit
  /// The value of a numeric setting, for the fold, or 0 for other settings.
  public var number: Int32 = 0
  /// The value in text form, or absent if it is the default.
  public var value: Text = .absent
  public init() {}
}
