import Foundation

/// Whether tests that need Chromium can run.
enum InstalledChromium {
  static let isThere: Bool = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/chromium") }
  }()

  static let skipped = "Chromium is not installed; the test that records it is skipped."
}
