public import Foundation

/// The folder of recorded test data, which is not part of the package.
///
/// The environment variable `RETRACE_CORPORA` contains its path. The default is
/// `../shared/corpora`, relative to the package. If the folder does not exist, tests that need it
/// are skipped.
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

  /// Why a test is skipped.
  public static let skipped = "The recorded test data is not here: set RETRACE_CORPORA."

  /// A test needs recorded data that does not exist.
  public struct Missing: Error {}

  /// The rows of a file with one JSON object per line. An incomplete last line is omitted, because
  /// it is still being written.
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

  /// The rows of a file with one JSON object per line.
  public static func lines<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
    try data(path).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Row.self, from: $0)
    }
  }
}
