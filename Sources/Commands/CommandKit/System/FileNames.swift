internal import Platform

/// File names, as the user types them.
package enum FileNames {
  /// Expands a path like a shell: `~` and `~/…` are the user's home folder, and `~name/…` is the
  /// home folder of another user.
  static func expanded(_ path: String, environment: EnvironmentVariables = .process) -> String {
    guard path.hasPrefix("~") else { return path }
    let name = path.dropFirst().prefix { $0 != "/" }
    let home = name.isEmpty ? environment["HOME"] : homeFolders[String(name)]
    guard let home, !home.isEmpty else { return path }
    return home + path.dropFirst(1 + name.count)
  }

  /// The home folders of all users of this computer, by user name (`passwd(5)`).
  private static var homeFolders: [String: String] {
    guard let file = FileDescriptor.contents(of: "/etc/passwd", limit: 1 << 24) else { return [:] }
    var folders: [String: String] = [:]
    for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count == 7 { folders[String(fields[0])] = String(fields[5]) }
    }
    return folders
  }

  /// Returns at most 200 paths that begin with the typed text, with a slash after each folder.
  package static func beginning(
    with typed: String, environment: EnvironmentVariables = .process
  ) -> [String] {
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.utf8.index(after: $0)...]) } ?? typed
    if folder.isEmpty, typed.hasPrefix("~") {
      let users = homeFolders.keys.filter { $0.hasPrefix(typed.dropFirst()) }
      return ([""] + users).map { "~\($0)/" }.filter { $0.hasPrefix(typed) }.sorted()
    }
    let path = folder.isEmpty ? "." : expanded(folder, environment: environment)
    let found = try? FileTree.entries(in: path, limit: 200) { name in
      name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
    }
    return (found ?? []).map { folder + $0.name + ($0.isFolder ? "/" : "") }.sorted()
  }
}
