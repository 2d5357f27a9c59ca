internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// What an import is to do next to reading a file.
package struct ImportOptions: Equatable, Sendable {
  /// The path of the folder that bookmarks go into; empty: the top.
  package var folder: [String] = []
  /// Only visits and bookmarks from then on, in milliseconds since 1970 UTC.
  package var since: Int64?
  /// Only visits and bookmarks up to then, in milliseconds since 1970 UTC.
  package var until: Int64?
  /// Whether nothing is to be written.
  package var isDryRun = false

  package init() {}

  /// Whether something of a time is wanted. If a limit is set, something without a time, 0, is not.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}
