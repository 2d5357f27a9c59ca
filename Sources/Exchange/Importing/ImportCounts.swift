internal import BrowserModel
internal import EventLog
import Store

/// How much an import brought in, or would bring in.
public struct ImportCounts: Equatable, Sendable {
  public var windows = 0
  public var tabs = 0
  public var groups = 0
  /// Closed tabs, those of closed windows included.
  public var closedTabs = 0
  public var bookmarks = 0
  public var folders = 0
  public var separators = 0
  public var visits = 0
  public var sites = 0
  /// Events of a log of Retrace.
  public var events = 0
  /// What was there already.
  public var known = 0
  /// What cannot be read or kept; ``ImportReport/problems`` says of some what it was.
  public var problems = 0

  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool {
    windows + tabs + groups + closedTabs + bookmarks + folders + separators + visits + sites
      + events == 0
  }
}
