/// A format that `export` writes.
package enum ExportFormat: String, CaseIterable, Sendable {
  case netscapeBookmarks = "netscape"
  case chromiumBookmarks = "chromium-bookmarks"
  case firefoxSession = "firefox-session"
  case firefoxSessionJSON = "firefox-session-json"
  case oneTab = "onetab"
  case markdown
  case csv
  case opml
  case bookmarkTable = "bookmarks-csv"
  case bookmarkLines = "bookmarks-jsonl"
  case visitTable = "visits-csv"
  case visitLines = "visits-jsonl"
  case events = "jsonl"
  case dot
  case svg

  /// The data in a file of this format, and its use.
  package var summary: String {
    switch self {
    case .netscapeBookmarks: "bookmarks as HTML, which every browser imports"
    case .chromiumBookmarks: "the file Bookmarks of Chromium"
    case .firefoxSession: "windows and tabs with their histories"
    case .firefoxSessionJSON: "the same, not packed"
    case .oneTab: "open tabs, a line each"
    case .markdown: "tabs and bookmarks, for reading"
    case .csv: "bookmarks for spreadsheets"
    case .opml: "bookmarks for outliners and other programs"
    case .bookmarkTable: "bookmarks with everything known about them, as a table"
    case .bookmarkLines: "the same, one JSON object per line"
    case .visitTable: "visited pages with time and title, the oldest first"
    case .visitLines: "the same, one JSON object per line"
    case .events: "all events; “import” re-creates the log from them"
    case .dot: "branches and marks, or the trail of a tab, for Graphviz"
    case .svg: "a drawing of the tabs over time; with --tab, of the trail of one tab"
    }
  }

  /// Whether it contains binary data.
  package var isPacked: Bool { self == .firefoxSession }
}
