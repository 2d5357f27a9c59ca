/// The default zoom changed. From then on, sites with the same level follow the default.
public struct DefaultZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The level. A level outside ``ZoomLevel/allowed`` is ignored.
  public var level: ZoomLevel = .none
  public init() {}
}
