/// A page zoom in hundredths of a percent: 12,500 is 125 %.
public struct ZoomLevel: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var hundredths: UInt16

  public init(hundredths: UInt16) { self.hundredths = hundredths }

  /// - Parameter percent: 0 to 655; more is cut off.
  public init(percent: Int) {
    self.hundredths = UInt16(min(max(percent, 0), 655) * 100)
  }

  /// No zoom of its own.
  public static let none = ZoomLevel(hundredths: 0)
  /// 100 %.
  public static let actual = ZoomLevel(percent: 100)
  /// The least and the most that can be set (Z1).
  public static let allowed = ZoomLevel(percent: 25)...ZoomLevel(percent: 500)
  /// Safari's steps (Z1).
  public static let ladder: [ZoomLevel] = [50, 75, 85, 100, 115, 125, 150, 175, 200, 250, 300]
    .map { ZoomLevel(percent: $0) }

  /// Whether it says anything.
  public var exists: Bool { hundredths != 0 }

  public static func < (left: ZoomLevel, right: ZoomLevel) -> Bool {
    left.hundredths < right.hundredths
  }
}
