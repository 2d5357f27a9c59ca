/// A format that `import` reads.
package enum FileFormat: String, CaseIterable, Sendable {
  case firefoxSession = "firefox-session"
  case firefoxPlaces = "firefox-places"
  case firefoxBookmarks = "firefox-bookmarks"
  case firefoxZoom = "firefox-zoom"
  case chromiumSession = "chromium-session"
  case chromiumTabs = "chromium-tabs"
  case chromiumHistory = "chromium-history"
  case chromiumBookmarks = "chromium-bookmarks"
  case chromiumPreferences = "chromium-preferences"
  case firefoxAndroid = "firefox-android"
  case safariHistory = "safari-history"
  case olderSafariHistory = "safari-history-plist"
  case safariBookmarks = "safari-bookmarks"
  case safariSession = "safari-session"
  case netscapeBookmarks = "netscape"
  case takeoutHistory = "takeout"
  case pocket
  case instapaper
  case diigo
  case readwise
  case wallabag
  case raindrop
  case csv
  case pinboard
  case buku
  case operaBookmarks = "opera-bookmarks"
  case qutebrowserSession = "qutebrowser-session"
  case qutebrowserHistory = "qutebrowser-history"
  case qutebrowserQuickmarks = "qutebrowser-quickmarks"
  case qutebrowserBookmarks = "qutebrowser-bookmarks"
  case arc
  case link
  case oneTab = "onetab"
  case oneTabStorage = "onetab-storage"
  case tabSessionManager = "tab-session-manager"
  case sessionBuddy = "session-buddy"
  case sidebery
  case opml
  case httpArchive = "har"
  case markdown
  case bookmarkTable = "bookmarks-csv"
  case bookmarkLines = "bookmarks-jsonl"
  case visitTable = "visits-csv"
  case visitLines = "visits-jsonl"
  /// A log of Retrace, one JSON document per event.
  case events = "jsonl"

  /// A description of the data in a file of this format, with the usual file name.
  package var summary: String {
    switch self {
    case .firefoxSession: "windows, tabs and closed tabs"
    case .firefoxPlaces: "visits and bookmarks: places.sqlite"
    case .firefoxBookmarks: "a backup of bookmarks"
    case .firefoxZoom: "the zoom of sites"
    case .chromiumSession: "windows and tabs: Session_…"
    case .chromiumTabs: "closed tabs and windows: Tabs_…"
    case .chromiumHistory: "visits: History"
    case .chromiumBookmarks: "bookmarks: Bookmarks"
    case .chromiumPreferences: "the zoom of sites: Preferences"
    case .firefoxAndroid: "bookmarks and visits: browser.db, up to version 68"
    case .safariHistory: "visits: History.db"
    case .olderSafariHistory: "visits up to version 7: History.plist"
    case .safariBookmarks: "bookmarks: Bookmarks.plist"
    case .safariSession: "windows and tabs"
    case .netscapeBookmarks: "bookmarks as HTML, which every browser exports"
    case .takeoutHistory: "history and tabs from Google Takeout"
    case .pocket: "saved pages from Pocket, as HTML or as a table"
    case .instapaper: "saved pages from Instapaper, as a table"
    case .diigo: "bookmarks from Diigo, as a table"
    case .readwise: "saved pages from Readwise Reader, as a table"
    case .wallabag: "saved pages from wallabag, as a table"
    case .raindrop: "bookmarks from Raindrop.io, as a table"
    case .csv: "any other table that has a column “url”"
    case .pinboard: "bookmarks from Pinboard, as JSON"
    case .buku: "bookmarks: bookmarks.db"
    case .operaBookmarks: "bookmarks of Opera up to version 12: bookmarks.adr"
    case .qutebrowserSession: "windows and tabs: sessions/….yml"
    case .qutebrowserHistory: "visits: history.sqlite"
    case .qutebrowserQuickmarks: "bookmarks: quickmarks"
    case .qutebrowserBookmarks: "bookmarks: bookmarks/urls"
    case .arc: "spaces and tabs: StorableSidebar.json"
    case .link: "one link: .url, .desktop or .webloc"
    case .oneTab: "tabs, as OneTab exports them"
    case .oneTabStorage: "tabs, as OneTab stores them"
    case .tabSessionManager: "windows and tabs saved by this extension"
    case .sessionBuddy: "collections and windows saved by this extension"
    case .sidebery: "snapshots of windows and tabs saved by this extension"
    case .opml: "outlines of links"
    case .httpArchive: "the pages in an HTTP archive"
    case .markdown: "lists of links"
    case .bookmarkTable, .bookmarkLines: "bookmarks, as “export” writes them"
    case .visitTable, .visitLines: "visits, as “export” writes them"
    case .events: "a Retrace log, one line per event"
    }
  }
}
