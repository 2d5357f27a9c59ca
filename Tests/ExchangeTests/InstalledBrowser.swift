import Exchange
import ExchangeFormats
import Foundation

extension BrowserKind {
  /// Whether tests that need this browser can run.
  var isInstalled: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)") }
  }

  /// Why a test is skipped.
  var skipped: String { "\(name) is not installed; the test that starts it is skipped." }
}
