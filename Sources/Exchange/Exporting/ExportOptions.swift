package import BrowserModel
internal import EventLog
import Store
package import Timeline

/// What of a profile is to be written.
package struct ExportOptions: Equatable, Sendable {
  /// The moment at which it is read.
  package var moment = Moment.present
  /// The tab whose trail a drawing shows; nil: it shows the whole log.
  package var tab: TabID?

  package init() {}
}
