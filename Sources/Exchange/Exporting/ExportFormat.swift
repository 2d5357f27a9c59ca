/// The formats that the state, or the log, can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Bookmarks as HTML, which every browser imports.
  case netscapeBookmarks = "netscape"
  case chromiumBookmarks = "chromium-bookmarks"
  /// A session as Firefox keeps it: JSON, packed.
  case firefoxSession = "firefox-session"
  case firefoxSessionJSON = "firefox-session-json"
  /// The open tabs, a line each.
  case oneTab = "onetab"
  /// Tabs and bookmarks for people.
  case markdown
  /// Bookmarks as a table.
  case csv
  case opml
  /// All that is known of bookmarks, folders and separators, as a table.
  case bookmarkTable = "bookmarks-csv"
  /// The same, a JSON object on each line.
  case bookmarkLines = "bookmarks-jsonl"
  /// The visited pages, as a table.
  case visitTable = "visits-csv"
  /// The same, a JSON object on each line.
  case visitLines = "visits-jsonl"
  /// All events of the log, a JSON document each, which an import makes the same log of.
  case events = "jsonl"
  /// A drawing for Graphviz: the branches and marks, or the trail of a tab.
  case dot
  /// A drawing: the tabs in the course of the log, or the trail of a tab.
  case svg

  /// Whether it holds bytes that are no text.
  package var isPacked: Bool { self == .firefoxSession }
}
