internal import Platform

/// The folder of a browser's profile.
enum ProfileFolder {
  /// Returns the importable files of a profile as lists of candidates. From each list, the first
  /// intact file is used.
  static func candidates(in folder: String) -> [[String]] {
    let plain = [
      "places.sqlite", "content-prefs.sqlite", "Bookmarks", "History", "Preferences",
      "Bookmarks.plist", "History.db", "History.plist", "LastSession.plist", "browser.db",
      "StorableSidebar.json", "history.sqlite", "quickmarks", "bookmarks/urls",
      "sessions/_autosave.yml", "bookmarks.adr", "BrowserHistory.json", "History.json",
      "Bookmarks.html",
    ]
    let lists =
      plain.map { ["\(folder)/\($0)"].filter(isReadable) }
      + [firefoxSessions(in: folder)] + chromiumSessions(in: folder)
    return lists.filter { !$0.isEmpty }
  }

  /// Returns advice to specify a profile if a folder contains profiles of a browser and is not a
  /// profile itself. Otherwise returns nil.
  static func hint(_ folder: String) -> String? {
    let names = names(in: folder).sorted()
    let inside = ["", "Profiles/"].flatMap { path in
      path.isEmpty ? names : self.names(in: "\(folder)/\(path)").sorted().map { path + $0 }
    }
    let profiles = inside.filter { name in
      !candidates(in: "\(folder)/\(name)").isEmpty
    }
    guard let first = profiles.first else { return nil }
    let rest = profiles.count > 1 ? ", or another of the \(profiles.count) profiles in it" : ""
    return "“\(folder)” contains profiles of a browser. Name one of them: "
      + "“\(folder)/\(first)”\(rest)."
  }

  /// Returns a sentence for each part of a Chromium profile that is encrypted.
  static func encryptedParts(of folder: String) -> [String] {
    var messages: [String] = []
    let sessions = "\(folder)/Sessions_Encrypted"
    if isReadable(sessions), !names(in: sessions).isEmpty, chromiumSessions(in: folder).isEmpty {
      messages.append(
        UnreadableFile.message(
          sessions, "an encrypted session of Chromium", UnreadableFile.sessionAdvice))
    }
    let bookmarks = names(in: folder).filter { $0.hasPrefix("EncryptedBookmarks") }.max()
    if let bookmarks, !isReadable("\(folder)/Bookmarks") {
      messages.append(
        UnreadableFile.message(
          "\(folder)/\(bookmarks)", "an encrypted list of bookmarks of Chromium",
          UnreadableFile.bookmarkAdvice))
    }
    return messages
  }

  /// Returns the session files and the files of closed tabs, newest first. Their names end with the
  /// time at which they were created. Chromium up to version 88 instead has two files of each kind,
  /// without times in their names.
  private static func chromiumSessions(in folder: String) -> [[String]] {
    ["\(folder)/Sessions", folder].lazy.map { folder in
      let names = names(in: folder)
      return [("Session_", "Session"), ("Tabs_", "Tabs")].map { prefix, kind in
        let previous = ["Current \(kind)", "Last \(kind)"].filter(names.contains)
        return (names.filter { $0.hasPrefix(prefix) }.sorted(by: >) + previous)
          .map { "\(folder)/\($0)" }
      }.filter { !$0.isEmpty }
    }.first { !$0.isEmpty } ?? []
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileTree.entries(in: folder)) ?? []).map(\.name)
  }

  /// Returns the sessions in the order in which Firefox would restore them: the session saved at
  /// the last exit, then the newest session saved while Firefox was running, then earlier sessions.
  private static func firefoxSessions(in folder: String) -> [String] {
    let backups = ["", "sessionstore-backups/"].flatMap { path in
      ["recovery.jsonlz4", "recovery.baklz4", "previous.jsonlz4"].map { path + $0 }
    }
    return (["sessionstore.jsonlz4"] + backups).map { "\(folder)/\($0)" }.filter(isReadable)
  }

  static func isReadable(_ path: String) -> Bool { FileTree.allows(R_OK, path) }
}
