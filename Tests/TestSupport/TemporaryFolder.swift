public import Foundation

/// A fresh folder that goes away with the value.
public final class TemporaryFolder {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "retrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
