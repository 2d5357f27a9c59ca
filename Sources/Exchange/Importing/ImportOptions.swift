internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
  /// The path of the folder for bookmarks, or empty for the top level.
  package var folder: [String] = []
  /// Import only visits and bookmarks from this time, in milliseconds since 1970 UTC.
  package var since: Int64?
  /// Import only visits and bookmarks up to this time, in milliseconds since 1970 UTC.
  package var until: Int64?
  /// Whether to write nothing.
  package var isDryRun = false

  package init() {}

  /// Whether something with a time should be imported. If a limit is set, something without a time
  /// (0) should not.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}
