/// The output formats for the state or the log.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Bookmarks as HTML, which every browser imports.
  case netscapeBookmarks = "netscape"
  case chromiumBookmarks = "chromium-bookmarks"
  /// A session in Firefox's format: packed JSON.
  case firefoxSession = "firefox-session"
  case firefoxSessionJSON = "firefox-session-json"
  /// The open tabs, one per line.
  case oneTab = "onetab"
  /// Tabs and bookmarks for reading.
  case markdown
  /// Bookmarks as a table.
  case csv
  case opml
  /// All data of bookmarks, folders and separators, as a table.
  case bookmarkTable = "bookmarks-csv"
  /// The same, one JSON object per line.
  case bookmarkLines = "bookmarks-jsonl"
  /// The visited pages, as a table.
  case visitTable = "visits-csv"
  /// The same, one JSON object per line.
  case visitLines = "visits-jsonl"
  /// All events of the log, one JSON document each, from which an import re-creates the log.
  case events = "jsonl"
  /// A drawing for Graphviz: the branches and marks, or the trail of a tab.
  case dot
  /// A drawing: the tabs over the course of the log, or the trail of a tab.
  case svg

  /// Whether it contains binary data.
  package var isPacked: Bool { self == .firefoxSession }
}
