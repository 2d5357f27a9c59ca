internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
  /// The path of the folder for bookmarks, or empty for the top level.
  package var folder: [String] = []
  /// The time from which visits and bookmarks are imported, in milliseconds since 1970 UTC, or nil.
  package var since: Int64?
  /// The time up to which visits and bookmarks are imported, in milliseconds since 1970 UTC, or
  /// nil.
  package var until: Int64?
  /// Whether nothing is written.
  package var isDryRun = false

  package init() {}

  /// Whether an item with a time should be imported. If there is a limit, an item without a time
  /// (0) is not imported.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}
