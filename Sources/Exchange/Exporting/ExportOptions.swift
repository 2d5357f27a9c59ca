public import BrowserModel
internal import EventLog
import Store
public import Timeline

/// What of a profile is to be written.
public struct ExportOptions: Equatable, Sendable {
  /// The moment at which it is read.
  public var moment = Moment.present
  /// The tab whose trail a drawing shows; nil: it shows the whole log.
  public var tab: TabID?

  public init() {}
}
