/// The default zoom changed. Sites with the same level follow it from then on.
public struct DefaultZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The level. One outside ``ZoomLevel/allowed`` is ignored.
  public var level: ZoomLevel = .none
  public init() {}
}
