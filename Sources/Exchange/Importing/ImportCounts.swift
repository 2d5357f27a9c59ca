internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// How much an import brought in, or would bring in.
package struct ImportCounts: Equatable, Sendable {
  package var windows = 0
  package var tabs = 0
  package var groups = 0
  /// Closed tabs, those of closed windows included.
  package var closedTabs = 0
  package var bookmarks = 0
  package var folders = 0
  package var separators = 0
  package var visits = 0
  package var sites = 0
  /// Events of a log of Retrace.
  package var events = 0
  /// What was there already.
  package var known = 0
  /// What cannot be read or kept; ``ImportReport/problems`` says of some what it was.
  package var problems = 0

  package init() {}

  /// Whether it changes nothing.
  package var isEmpty: Bool {
    windows + tabs + groups + closedTabs + bookmarks + folders + separators + visits + sites
      + events == 0
  }
}
