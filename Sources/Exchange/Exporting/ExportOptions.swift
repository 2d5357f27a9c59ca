package import BrowserModel
internal import RetraceEventLog
import RetraceStore
package import RetraceTimeline

/// The part of a profile to export.
package struct ExportOptions: Equatable, Sendable {
  /// The moment to export.
  package var moment = Moment.present
  /// The tab whose trail a drawing shows, or nil for the entire log.
  package var tab: TabID?
  /// The texts that an export of records discloses.
  package var disclosure = Disclosure()

  package init() {}
}
