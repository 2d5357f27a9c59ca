internal import Bytes

/// A page zoom in hundredths of a percent: 12,500 is 125 %.
///
/// 0 is ``none``, which means "follows the site or the default".
public struct ZoomLevel: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The level in hundredths of a percent, from 0 to 65,535.
  public var hundredths: UInt16

  /// Creates a level. Any value is allowed. Only actions check the value against ``allowed``.
  public init(hundredths: UInt16) { self.hundredths = hundredths }

  /// Creates a level from a whole percentage.
  ///
  /// - Parameter percent: The level in percent, clamped to the range from 0 to 655.
  public init(percent: Int) {
    self.hundredths = UInt16(min(max(percent, 0), 655) * 100)
  }

  /// No level. A tab follows its site, and a site follows the default.
  public static let none = ZoomLevel(hundredths: 0)
  /// 100 %, the initial default.
  public static let actual = ZoomLevel(percent: 100)
  /// The range of levels that can be set (Z1): 25 % to 500 %.
  public static let allowed = ZoomLevel(percent: 25)...ZoomLevel(percent: 500)
  /// The default levels for zooming in and out (Z1), which are the levels of Safari.
  public static let ladder: [ZoomLevel] = [50, 75, 85, 100, 115, 125, 150, 175, 200, 250, 300]
    .map { ZoomLevel(percent: $0) }

  /// Whether this is a level, not ``none``.
  public var exists: Bool { hundredths != 0 }

  /// Compares the levels. ``none`` is less than all other levels.
  public static func < (left: ZoomLevel, right: ZoomLevel) -> Bool {
    left.hundredths < right.hundredths
  }
}

extension ZoomLevel {
  /// The level for display: `125 %`, `33.3 %`.
  public var percentText: String {
    let whole = hundredths / 100
    let tenths = (hundredths % 100) / 10
    return tenths == 0
      ? String(concatenating: whole.description, " %")
      : String(concatenating: whole.description, ".", tenths.description, " %")
  }
}
