/// The formats that a state or a log can be written in.
public enum ExportFormat: String, CaseIterable, Sendable {
  // Bookmarks
  case netscape
  case chromiumBookmarks = "chromium-bookmarks"
  case csv
  case opml
  // Windows and tabs
  case firefoxSession = "firefox-session"
  case firefoxSessionPacked = "firefox-session-packed"
  case oneTab = "onetab"
  // All of it
  case markdown
  case events
  case dot
}
