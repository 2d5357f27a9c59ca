public import BrowserModel

/// What of a profile is to be written.
public struct ExportOptions: Equatable, Sendable {
  /// The newest event of the moment; nil: the present.
  public var moment: EventID?
  /// The tab whose trail a drawing shows; nil: it shows the whole log.
  public var tab: EventID?

  public init() {}
}
