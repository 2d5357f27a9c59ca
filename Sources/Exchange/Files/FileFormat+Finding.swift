internal import ExchangeFormats
internal import Notation

extension FileFormat {
  /// Determines the format of a file from its content. Returns nil if the format is not supported.
  ///
  /// - Throws: ``ExchangeError`` if the file cannot be read, or has a known format that is not
  ///   supported.
  static func found(in path: String) throws -> FileFormat? {
    if let message = UnreadableFile.message(named: path) {
      throw ExchangeError(.importFailed, message)
    }
    let start = try FileBytes.first(4_096, of: path)
    if start.starts(with: FirefoxPack.magic) { return try jsonFormat(path) }
    if start.starts(with: Array("bplist".utf8)) { return try listFormat(path) }
    if start.starts(with: ChromiumCommandFile.magic) { return try commandFormat(path) }
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return try databaseFormat(path) }
    // Some services export an empty file if there are no bookmarks.
    if start.isEmpty {
      if [".htm", ".html"].contains(where: path.hasSuffix) { return .netscapeBookmarks }
      // An export without visits is also empty.
      return path.hasSuffix(".jsonl") ? .visitLines : nil
    }
    if let message = UnreadableFile.message(beginning: start, path) {
      throw ExchangeError(.importFailed, message)
    }
    let text = DecodedText.beginning(start)
    if LinkFile.isOne(text) { return .link }
    if text.hasPrefix(OperaHotlist.sign) { return .operaBookmarks }
    if let format = lineFormat(text) { return format }
    if let format = try structuredFormat(text, path) { return format }
    if let message = UnreadableFile.message(aboutText: text, path) {
      throw ExchangeError(.importFailed, message)
    }
    return nil
  }

  /// Returns the format of a text that is markup or JSON, as indicated by its first character.
  private static func structuredFormat(_ text: String, _ path: String) throws -> FileFormat? {
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "<": return try markupFormat(text.lowercased(), path)
    case "{", "[":
      if text.hasPrefix("{\"sequence\":1,") { return .events }
      if let format = ListReader.lineFormat(text) { return format }
      if TakeoutHistory.isOne(text) { return .takeoutHistory }
      return try jsonFormat(path)
    default: return nil
    }
  }

  /// Returns the format of a line-based text, or nil for markup, JSON and other texts.
  private static func lineFormat(_ text: String) -> FileFormat? {
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }),
      !"<{[".contains(first)
    else { return nil }
    if Markdown.isOne(text) { return .markdown }
    if let format = ListReader.tableFormat(columns: BookmarkTable.columns(of: text)) {
      return format
    }
    if let table = BookmarkTable.found(in: text) { return table.format }
    if Qutebrowser.isSession(text) { return .qutebrowserSession }
    if Qutebrowser.areBookmarks(text) { return .qutebrowserBookmarks }
    if OneTab.isOne(text) { return .oneTab }
    return Qutebrowser.areQuickmarks(text) ? .qutebrowserQuickmarks : nil
  }

  /// Returns this format. Throws an error if the file certainly has another format.
  func checked(_ path: String) throws -> FileFormat {
    switch self {
    case .events, .netscapeBookmarks, .oneTab, .opml, .markdown, .chromiumSession, .chromiumTabs,
      .bookmarkTable, .bookmarkLines, .visitTable, .visitLines,
      .pocket, .instapaper, .diigo, .readwise, .wallabag, .raindrop, .csv, .link,
      .operaBookmarks, .qutebrowserSession, .qutebrowserQuickmarks, .qutebrowserBookmarks:
      // At most, these formats are recognised by their beginnings.
      return self
    default:
      guard let found = try Self.found(in: path), found != self else { return self }
      throw ExchangeError(
        .importFailed,
        "“\(path)” is not in the format \(rawValue). Its format is probably \(found.rawValue).")
    }
  }

  private static func databaseFormat(_ path: String) throws -> FileFormat? {
    try DatabaseFile.read(path) { database in
      if try database.hasTable("moz_places") { return .firefoxPlaces }
      if let message = try UnreadableFile.message(about: database, path) {
        throw ExchangeError(.importFailed, message)
      }
      if try database.hasTable("urls"), try database.hasTable("visits") { return .chromiumHistory }
      if try database.hasTable("bookmarks"), try database.hasTable("history"),
        try database.hasColumn("deleted", in: "bookmarks")
      {
        return .firefoxAndroid
      }
      if try database.hasColumn("metadata", in: "bookmarks"),
        try database.hasColumn("flags", in: "bookmarks")
      {
        return .buku
      }
      if try database.hasColumn("atime", in: "History") { return .qutebrowserHistory }
      if try database.hasTable("history_visits"), try database.hasTable("history_items") {
        return .safariHistory
      }
      let isPreferences = try ["prefs", "groups", "settings"].allSatisfy(database.hasTable)
      return isPreferences ? .firefoxZoom : nil
    }
  }

  /// Returns the format of a command file of Chromium. Session files and files of closed tabs have
  /// the same structure, but a file of closed tabs contains no windows with tabs.
  private static func commandFormat(_ path: String) throws -> FileFormat {
    let commands = try ChromiumCommandFile(FileBytes.all(of: path), path).commands
    let isSession = commands.contains { $0.id == 6 || $0.id == 0 }
    return isSession || commands.isEmpty ? .chromiumSession : .chromiumTabs
  }

  private static func markupFormat(_ text: String, _ path: String) throws -> FileFormat? {
    if text.contains("netscape-bookmark-file") || text.contains("<dl") { return .netscapeBookmarks }
    if Pocket.isOne(text) { return .pocket }
    if text.contains("<opml") { return .opml }
    return text.contains("<plist") ? try listFormat(path) : nil
  }

  /// Returns the format of a property list. A damaged list counts as a list of bookmarks, because
  /// the reader of bookmarks reports the damage.
  private static func listFormat(_ path: String) throws -> FileFormat {
    guard let list = PropertyList.parse(try FileBytes.all(of: path)) else {
      return .safariBookmarks
    }
    if list["WebHistoryDates"] != nil { return .olderSafariHistory }
    if LinkFile.isOne(list) { return .link }
    return list["SessionWindows"] == nil ? .safariBookmarks : .safariSession
  }

  private static func jsonFormat(_ path: String) throws -> FileFormat? {
    let json = try JSONFile.read(path)
    if ChromiumBookmarks.isOne(json) { return .chromiumBookmarks }
    if ChromiumPreferences.isOne(json) { return .chromiumPreferences }
    if FirefoxSession.isOne(json) { return .firefoxSession }
    if FirefoxBookmarks.isOne(json) { return .firefoxBookmarks }
    if TakeoutHistory.isOne(json) { return .takeoutHistory }
    if HTTPArchive.isOne(json) { return .httpArchive }
    if TabSessionManager.isOne(json) { return .tabSessionManager }
    if let message = UnreadableFile.message(about: json, path) {
      throw ExchangeError(.importFailed, message)
    }
    return JSONLayout.found(in: json)?.format
  }
}
