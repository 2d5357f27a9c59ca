import Foundation

/// A run of the probe program, which is built beside the tests.
struct ProbeProcess {
  private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "LogProbe")

  private let process = Process()
  private let output = Pipe()

  init(_ command: String, _ profile: String, _ numbers: Int...) throws {
    process.executableURL = Self.executable
    process.arguments = [command, profile] + numbers.map(String.init)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Everything that it prints until it ends.
  func lines() throws -> [String] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits until it has printed so many bytes or ended, and returns what it printed.
  func firstOutput(byteCount: Int) throws -> Data {
    guard byteCount > 0 else { return Data() }
    return try output.fileHandleForReading.read(upToCount: byteCount) ?? Data()
  }

  /// Ends it with SIGKILL, and returns what it had printed beyond what was read.
  func kill() throws -> Data {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}

/// The last number on a line of its own that is whole.
func lastNumber(in output: Data) -> UInt64 {
  let text = String(decoding: output, as: UTF8.self)
  guard let end = text.lastIndex(of: "\n") else { return 0 }
  return text[..<end].split(separator: "\n").last.flatMap { UInt64($0) } ?? 0
}
