package import BrowserModel
internal import RetraceEventLog
import RetraceStore
package import RetraceTimeline

/// What of a profile is to be written.
package struct ExportOptions: Equatable, Sendable {
  /// The moment at which it is read.
  package var moment = Moment.present
  /// The tab whose trail a drawing shows; nil: it shows the whole log.
  package var tab: TabID?

  package init() {}
}
