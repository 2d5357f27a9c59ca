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
  case records
  case dot
  case svg

  /// A description of the data in a file of this format.
  package var summary: String {
    switch self {
    case .netscapeBookmarks: "bookmarks as HTML, which every browser imports"
    case .chromiumBookmarks: "bookmarks as Chromium's file Bookmarks"
    case .firefoxSession: "windows and tabs with their histories"
    case .firefoxSessionJSON: "the same, as uncompressed JSON"
    case .oneTab: "open tabs, one per line"
    case .markdown: "tabs and bookmarks, for reading"
    case .csv: "bookmarks for spreadsheets"
    case .opml: "bookmarks for outliners and other programs"
    case .bookmarkTable: "bookmarks with all their data, as a table"
    case .bookmarkLines: "the same, one JSON object per line"
    case .visitTable: "visited pages with time and title, as a table, oldest first"
    case .visitLines: "the same, one JSON object per line"
    case .events: "all events; “import” re-creates the log from them"
    case .records: "all events as they are stored, for programs and web pages"
    case .dot: "branches and marks, or the trail of a tab, for Graphviz"
    case .svg: "a drawing of the tabs over time, or with --tab, of one tab's trail"
    }
  }

  /// Whether files of this format contain binary data.
  package var isPacked: Bool { self == .firefoxSession || self == .records }
}
