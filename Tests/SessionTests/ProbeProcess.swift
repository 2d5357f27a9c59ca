import Foundation

/// A run of the probe program, which is built beside the tests.
final class ProbeProcess {
  private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "SessionProbe")

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init(_ mode: String, _ profile: String, seed: UInt64 = 0) throws {
    process.executableURL = Self.executable
    process.arguments = [mode, profile, "\(seed)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { _ = try? kill() }
  }

  /// Tells it to do something, without waiting for the answer.
  func tell(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the next line; nil when it has ended.
  func answer() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[unread.index(after: end)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  func ask(_ line: String) throws -> String? {
    try tell(line)
    return try answer()
  }

  /// Waits until it has printed so many bytes or ended, and returns what it printed.
  func firstOutput(byteCount: Int) throws -> Data {
    try output.fileHandleForReading.read(upToCount: byteCount) ?? Data()
  }

  /// Ends it with SIGKILL, and returns what it had printed beyond what was read.
  func kill() throws -> Data {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
