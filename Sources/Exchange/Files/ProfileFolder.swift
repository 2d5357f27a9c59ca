internal import Glibc

/// The folder in which a browser keeps a profile.
enum ProfileFolder {
  /// The files of a profile that hold what can be imported.
  static func files(in folder: String) -> [String] {
    let plain = [
      "places.sqlite", "content-prefs.sqlite", "Bookmarks", "History", "Bookmarks.plist",
      "History.db", "LastSession.plist",
    ]
    return plain.map { "\(folder)/\($0)" }.filter(isThere)
      + [firefoxSession(in: folder)].compactMap { $0 } + chromiumSession(in: folder)
  }

  /// The newest files of both kinds; their names end with the time at which they were begun.
  private static func chromiumSession(in folder: String) -> [String] {
    ["\(folder)/Sessions", folder].lazy.map { folder in
      let names = names(in: folder)
      return ["Session_", "Tabs_"].compactMap { kind in
        names.filter { $0.hasPrefix(kind) }.max().map { "\(folder)/\($0)" }
      }
    }.first { !$0.isEmpty } ?? []
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// The session that Firefox would restore: that of its last end, else the newest that it kept while
  /// it ran.
  private static func firefoxSession(in folder: String) -> String? {
    [
      "sessionstore.jsonlz4", "sessionstore-backups/recovery.jsonlz4", "recovery.jsonlz4",
      "sessionstore-backups/recovery.baklz4", "sessionstore-backups/previous.jsonlz4",
    ].map { "\(folder)/\($0)" }.first(where: isThere)
  }

  static func isThere(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
