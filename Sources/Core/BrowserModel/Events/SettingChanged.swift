/// A setting got another value.
public struct SettingChanged: Equatable, Sendable, BitwiseCopyable {
  public var name: Settings.Name = .historyLimit
  /// The value of a setting that is a number.
  public var number: Int32 = 0
  /// The value in words; absent: the default again.
  public var value: Text = .absent
  public init() {}
}
