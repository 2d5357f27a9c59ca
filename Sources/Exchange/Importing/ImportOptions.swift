internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
  /// The path of the folder for bookmarks, or empty for the top level.
  package var folder: [String] = []
  /// The time in milliseconds since 1970 UTC from which visits and bookmarks are imported, or nil
  /// for no limit.
  package var since: Int64?
  /// The time in milliseconds since 1970 UTC up to which visits and bookmarks are imported, or nil
  /// for no limit.
  package var until: Int64?
  /// Whether nothing is written.
  package var isDryRun = false

  package init() {}

  /// Whether to import an item with a time in milliseconds. If there is a limit, an item whose time
  /// is unknown (0) is not imported.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}
