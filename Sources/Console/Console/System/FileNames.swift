internal import Glibc

/// Names in the file system, as they are typed.
enum FileNames {
  /// A path as the system takes it: `~` and `~/…` are the home folder, as in a shell.
  static func expanded(_ path: String, environment: Environment = .process) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return path
    }
    return home + path.dropFirst()
  }

  /// Paths that begin as typed, folders with a slash behind them; at most 200.
  static func beginning(
    with typed: String, environment: Environment = .process
  ) -> [String] {
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.utf8.index(after: $0)...]) } ?? typed
    guard let directory = opendir(folder.isEmpty ? "." : expanded(folder, environment: environment))
    else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < 200, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(start), name != ".", name != "..",
        !name.hasPrefix(".") || start.hasPrefix(".")
      else { continue }
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      names.append(folder + name + (isFolder ? "/" : ""))
    }
    return names.sorted()
  }
}
