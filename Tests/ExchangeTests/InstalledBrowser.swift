import Foundation

/// Real browsers, for the tests that ask them what they make of an export.
enum InstalledBrowser: String {
  case firefox = "/usr/bin/firefox-esr"
  case chromium = "/usr/bin/chromium"

  var isThere: Bool { FileManager.default.isExecutableFile(atPath: rawValue) }

  /// Why a test is skipped.
  var skipped: String { "\(rawValue) is not installed." }

  /// A browser that writes nothing but into a folder.
  func process(_ arguments: [String], home: URL) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: rawValue)
    process.arguments = arguments
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}

/// A browser said something that the test cannot go on with.
struct BrowserTrouble: Error {
  let message: String
}
