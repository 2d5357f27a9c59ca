public import Foundation

/// The folder of recorded test data, which is not part of the package.
///
/// The folder is named by the environment variable `RETRACE_CORPORA`. The default is
/// `../shared/corpora` next to the package. Tests that need the data are skipped if it is missing.
public enum Corpora {
  public static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["RETRACE_CORPORA"].map {
      URL(fileURLWithPath: $0)
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appending(path: "shared/corpora")
    return [named, beside].compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }()

  public static var arePresent: Bool { folder != nil }

  /// The reason why a test is skipped.
  public static let skipped = "The recorded test data is missing. Set RETRACE_CORPORA."

  /// The error of a test that reads recorded data although there is none.
  public struct Missing: Error {}

  /// Returns the rows of any file with one JSON object per line. A last line that is still being
  /// written is omitted.
  public static func lines<Row: Decodable>(at file: URL, as type: Row.Type) throws -> [Row] {
    let data = try Data(contentsOf: file)
    let whole = data.prefix((data.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    return try whole.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Row.self, from: $0)
    }
  }

  public static func data(_ path: String) throws -> Data {
    guard let folder else { throw Missing() }
    return try Data(contentsOf: folder.appending(path: path))
  }

  /// Returns the rows of a file of the corpora with one JSON object per line.
  public static func lines<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
    try data(path).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Row.self, from: $0)
    }
  }
}
