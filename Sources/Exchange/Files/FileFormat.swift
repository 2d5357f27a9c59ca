internal import Notation

/// The formats of other programs that can be read.
public enum FileFormat: String, CaseIterable, Sendable {
  case firefoxSession = "firefox-session"
  case firefoxPlaces = "firefox-places"
  case firefoxBookmarks = "firefox-bookmarks"
  case firefoxZoom = "firefox-zoom"
  case chromiumSession = "chromium-session"
  case chromiumTabs = "chromium-tabs"
  case chromiumHistory = "chromium-history"
  case chromiumBookmarks = "chromium-bookmarks"
  case chromiumPreferences = "chromium-preferences"
  case safariHistory = "safari-history"
  case safariBookmarks = "safari-bookmarks"
  case safariSession = "safari-session"
  case netscapeBookmarks = "netscape"
  case takeoutHistory = "takeout"
  case oneTab = "onetab"
  case oneTabStorage = "onetab-storage"
  case tabSessionManager = "tab-session-manager"
  case pinboard = "pinboard"
  case raindrop = "raindrop"
  case opml = "opml"
  case httpArchive = "har"
  case markdown
  /// A log of Retrace, a JSON document an event.
  case events = "jsonl"

  /// The format of a file, found by what is in it; nil where it is none of these.
  ///
  /// - Throws: ``ImportFailure`` where the file cannot be read.
  static func found(in path: String) throws -> FileFormat? {
    let start = try FileBytes.first(4_096, of: path)
    if start.starts(with: FirefoxPack.magic) { return try jsonFormat(path) }
    if start.starts(with: Array("bplist".utf8)) { return try listFormat(path) }
    if start.starts(with: ChromiumCommandFile.magic) { return try commandFormat(path) }
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return try databaseFormat(path) }
    // Some services write an empty file where there is no bookmark.
    if start.isEmpty {
      return [".htm", ".html"].contains(where: path.hasSuffix) ? .netscapeBookmarks : nil
    }
    let text = String(decoding: start, as: UTF8.self)
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "<": return try markupFormat(text.lowercased(), path)
    case "{", "[":
      if text.hasPrefix("{\"sequence\":1,") { return .events }
      if TakeoutHistory.isOne(text) { return .takeoutHistory }
      return try jsonFormat(path)
    default:
      if Markdown.isOne(text) { return .markdown }
      if Raindrop.isOne(text) { return .raindrop }
      return OneTab.isOne(text) ? .oneTab : nil
    }
  }

  /// The same format, unless a file is surely in another one.
  func checked(_ path: String) throws -> FileFormat {
    switch self {
    case .events, .netscapeBookmarks, .oneTab, .raindrop, .opml, .markdown, .chromiumSession,
      .chromiumTabs:
      // These are known by how they begin at most.
      return self
    default:
      guard let found = try Self.found(in: path), found != self else { return self }
      throw ImportFailure("“\(path)” is not a \(rawValue); it looks like \(found.rawValue).")
    }
  }

  private static func databaseFormat(_ path: String) throws -> FileFormat? {
    try DatabaseFile.read(path) { database in
      if try database.hasTable("moz_places") { return .firefoxPlaces }
      if try database.hasTable("urls"), try database.hasTable("visits") { return .chromiumHistory }
      if try database.hasTable("history_visits"), try database.hasTable("history_items") {
        return .safariHistory
      }
      let isPreferences = try ["prefs", "groups", "settings"].allSatisfy(database.hasTable)
      return isPreferences ? .firefoxZoom : nil
    }
  }

  /// Both kinds look the same from outside. What was closed has no windows with tabs in them.
  private static func commandFormat(_ path: String) throws -> FileFormat {
    let commands = try ChromiumCommandFile(FileBytes.all(of: path), path).commands
    let isSession = commands.contains { $0.id == 6 || $0.id == 0 }
    return isSession || commands.isEmpty ? .chromiumSession : .chromiumTabs
  }

  private static func markupFormat(_ text: String, _ path: String) throws -> FileFormat? {
    if text.contains("netscape-bookmark-file") || text.contains("<dl") { return .netscapeBookmarks }
    if text.contains("<opml") { return .opml }
    return text.contains("<plist") ? try listFormat(path) : nil
  }

  /// What is damaged counts as bookmarks, whose reader says so.
  private static func listFormat(_ path: String) throws -> FileFormat {
    let bytes = try FileBytes.all(of: path)
    do throws(PropertyList.Fault) {
      let list = try PropertyList.parse(bytes)
      return list["SessionWindows"] == nil ? .safariBookmarks : .safariSession
    } catch {
      return .safariBookmarks
    }
  }

  private static func jsonFormat(_ path: String) throws -> FileFormat? {
    let json = try JSONFile.read(path)
    if ChromiumBookmarks.isOne(json) { return .chromiumBookmarks }
    if ChromiumPreferences.isOne(json) { return .chromiumPreferences }
    if FirefoxSession.isOne(json) { return .firefoxSession }
    if FirefoxBookmarks.isOne(json) { return .firefoxBookmarks }
    if TakeoutHistory.isOne(json) { return .takeoutHistory }
    if HTTPArchive.isOne(json) { return .httpArchive }
    if OneTab.isOne(json) { return .oneTabStorage }
    if TabSessionManager.isOne(json) { return .tabSessionManager }
    return Pinboard.isOne(json) ? .pinboard : nil
  }
}
