import Foundation

/// The Swift files of the repository, as text.
struct SourceTree {
  struct File {
    /// The path relative to the repository, with slashes.
    let path: String
    let lines: [Substring]
  }

  let files: [File]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameter folders: The folders to search, relative to the repository.
  init(_ folders: [String]) throws {
    files = try folders.flatMap { folder in
      let start = Self.root.appending(path: folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: start.path())
      return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
        File(path: folder + "/" + path, lines: Self.lines(of: try Self.text(folder + "/" + path)))
      }
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the names of the files in a folder.
  static func names(in folder: String) throws -> [String] {
    let path = root.appending(path: folder).path()
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
