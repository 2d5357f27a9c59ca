public import BrowserModel

/// What of a profile is to be written.
public struct ExportOptions: Equatable, Sendable {
  /// The newest event of the moment; nil: the present.
  public var moment: Sequence?
  /// The tab whose trail a drawing shows; nil: it shows the whole log.
  public var tab: Sequence?

  public init() {}
}
