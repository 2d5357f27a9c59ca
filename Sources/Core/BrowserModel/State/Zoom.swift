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

/// The page zoom: a default, and the sites that differ from it (Z2).
public struct Zoom: Equatable, Sendable {
  public internal(set) var `default`: ZoomLevel = .actual
  /// The event that last set the default, or nothing.
  public internal(set) var defaultSource: EventID = .nothing
  /// Sites with a zoom of their own, by the first event that named the host.
  public internal(set) var sites = SiteTable()

  /// One site's zoom.
  public struct Site: Equatable, Sendable, BitwiseCopyable {
    /// The first event that named the host.
    public internal(set) var name: EventID
    /// What it is set to, or ``ZoomLevel/none`` for a site that follows the default again.
    public internal(set) var level: ZoomLevel
    /// The event that last set it.
    public internal(set) var source: EventID
  }
}
