internal import Glibc
internal import Platform

/// The folder in which a browser keeps a profile.
enum ProfileFolder {
  /// The files of a profile that hold what can be imported. Of each list one is wanted, the first that is
  /// sound.
  static func candidates(in folder: String) -> [[String]] {
    let plain = [
      "places.sqlite", "content-prefs.sqlite", "Bookmarks", "History", "Preferences",
      "Bookmarks.plist", "History.db", "History.plist", "LastSession.plist", "browser.db",
      "StorableSidebar.json", "history.sqlite", "quickmarks", "bookmarks/urls",
      "sessions/_autosave.yml", "bookmarks.adr", "BrowserHistory.json", "History.json",
      "Bookmarks.html",
    ]
    let lists =
      plain.map { ["\(folder)/\($0)"].filter(isThere) }
      + [firefoxSessions(in: folder)] + chromiumSessions(in: folder)
    return lists.filter { !$0.isEmpty }
  }

  /// Which folder was meant, where one holds profiles and is none, or nil if it holds none.
  static func hint(_ folder: String) -> String? {
    let names = names(in: folder).sorted()
    let inside = ["", "Profiles/"].flatMap { path in
      path.isEmpty ? names : self.names(in: "\(folder)/\(path)").sorted().map { path + $0 }
    }
    let profiles = inside.filter { name in
      !candidates(in: "\(folder)/\(name)").isEmpty
    }
    guard let first = profiles.first else { return nil }
    let rest = profiles.count > 1 ? ", or another of the \(profiles.count) in it" : ""
    return "“\(folder)” holds profiles of a browser; name one of them: “\(folder)/\(first)”\(rest)."
  }

  /// What a profile of Chromium has only in encrypted form, a sentence each.
  static func encryptedParts(of folder: String) -> [String] {
    var messages: [String] = []
    let sessions = "\(folder)/Sessions_Encrypted"
    if isThere(sessions), !names(in: sessions).isEmpty, chromiumSessions(in: folder).isEmpty {
      messages.append(
        UnreadableFile.message(
          sessions, "an encrypted session of Chromium", UnreadableFile.sessionAdvice))
    }
    let bookmarks = names(in: folder).filter { $0.hasPrefix("EncryptedBookmarks") }.max()
    if let bookmarks, !isThere("\(folder)/Bookmarks") {
      messages.append(
        UnreadableFile.message(
          "\(folder)/\(bookmarks)", "an encrypted list of bookmarks of Chromium",
          UnreadableFile.bookmarkAdvice))
    }
    return messages
  }

  /// The newest files of both kinds first: their names end with the time at which they were begun.
  /// Chromium up to version 88 has two files of each kind instead.
  private static func chromiumSessions(in folder: String) -> [[String]] {
    ["\(folder)/Sessions", folder].lazy.map { folder in
      let names = names(in: folder)
      return [("Session_", "Session"), ("Tabs_", "Tabs")].map { prefix, kind in
        let former = ["Current \(kind)", "Last \(kind)"].filter(names.contains)
        return (names.filter { $0.hasPrefix(prefix) }.sorted(by: >) + former)
          .map { "\(folder)/\($0)" }
      }.filter { !$0.isEmpty }
    }.first { !$0.isEmpty } ?? []
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileTree.entries(in: folder)) ?? []).map(\.name)
  }

  /// The session that Firefox would restore: that of its last end, otherwise the newest that it
  /// kept while it ran, otherwise those before.
  private static func firefoxSessions(in folder: String) -> [String] {
    let backups = ["", "sessionstore-backups/"].flatMap { path in
      ["recovery.jsonlz4", "recovery.baklz4", "previous.jsonlz4"].map { path + $0 }
    }
    return (["sessionstore.jsonlz4"] + backups).map { "\(folder)/\($0)" }.filter(isThere)
  }

  static func isThere(_ path: String) -> Bool { FileTree.allows(R_OK, path) }
}
