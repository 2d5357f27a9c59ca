internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The numbers of imported things, or of those that would be imported.
package struct ImportCounts: Equatable, Sendable {
  package var windows = 0
  package var tabs = 0
  package var groups = 0
  /// Closed tabs, including those of closed windows.
  package var closedTabs = 0
  package var bookmarks = 0
  package var folders = 0
  package var separators = 0
  package var visits = 0
  package var sites = 0
  /// Events of a log of Retrace.
  package var events = 0
  /// Things that already existed.
  package var known = 0
  /// Things that cannot be read or stored. ``ImportReport/problems`` describes some of them.
  package var problems = 0

  package init() {}

  /// Whether it changes nothing.
  package var isEmpty: Bool {
    windows + tabs + groups + closedTabs + bookmarks + folders + separators + visits + sites
      + events == 0
  }
}
