public import Foundation

/// A new folder that is removed when its last reference is gone.
public final class TemporaryFolder: Sendable {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "retrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a profile that does not exist yet.
  public var profile: String { path + "/profile" }

  /// The names of the files in the folder, in order.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
