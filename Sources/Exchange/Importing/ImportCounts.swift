internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The numbers of items that were imported, or would be imported in a dry run.
package struct ImportCounts: Equatable, Sendable {
  package var windows = 0
  package var tabs = 0
  package var groups = 0
  /// The number of closed tabs, including the tabs of closed windows.
  package var closedTabs = 0
  package var bookmarks = 0
  package var folders = 0
  package var separators = 0
  package var visits = 0
  package var sites = 0
  /// The number of events from a log of Retrace.
  package var events = 0
  /// The number of items that already existed.
  package var known = 0
  /// The number of items that cannot be read or stored. ``ImportReport/problems`` describes some of
  /// them.
  package var problems = 0

  package init() {}

  /// Whether the import changes nothing.
  package var isEmpty: Bool {
    windows + tabs + groups + closedTabs + bookmarks + folders + separators + visits + sites
      + events == 0
  }
}
