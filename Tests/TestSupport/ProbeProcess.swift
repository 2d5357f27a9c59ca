public import Foundation

/// A running probe program that a test controls: it sends commands, reads output and kills the
/// program.
public final class ProbeProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameters:
  ///   - program: The name of a program of this package.
  ///   - openFiles: The maximum number of open files. Nil: the limit of this process.
  public init(program: String, arguments: [String], openFiles: Int? = nil) throws {
    // Other tests may ignore signals, which the program would inherit.
    process.executableURL = URL(filePath: "/usr/bin/env")
    let limiting = openFiles.map { ["sh", "-c", "ulimit -n \($0); exec \"$0\" \"$@\""] } ?? []
    process.arguments =
      ["--default-signal"] + limiting + [URL.builtProgram(program).path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { _ = try? kill() }
  }

  /// Sends a command without waiting for the answer.
  public func tell(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the next line. Returns nil when the program has exited.
  public func answer() throws -> String? {
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

  public func ask(_ line: String) throws -> String? {
    try tell(line)
    return try answer()
  }

  /// The unread output, up to the end of the process.
  public func lines() throws -> [String] {
    unread += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits for its exit, and returns the complete output and the status as in shells.
  public func end() throws -> (output: String, status: Int32) {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), endStatus())
  }

  /// Waits until it has printed a number of bytes or has exited, and returns the output.
  public func firstOutput(byteCount: Int) throws -> Data {
    guard byteCount > 0 else { return Data() }
    return try output.fileHandleForReading.read(upToCount: byteCount) ?? Data()
  }

  /// Kills it with SIGKILL, and returns the output that has not been read.
  public func kill() throws -> Data {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  /// Waits until a signal has stopped it. Returns false if it has exited.
  public func waitUntilStopped() throws -> Bool {
    while process.isRunning {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      if status.split(separator: ")").last?.split(separator: " ").first == "T" { return true }
      usleep(1_000)
    }
    return false
  }

  /// Continues it.
  public func resume() throws {
    guard Foundation.kill(process.processIdentifier, SIGCONT) == 0 else { throw POSIXError(errno) }
  }

  /// Sends SIGINT, like Ctrl-C, and returns the exit status as in shells.
  public func interrupt() throws -> Int32 {
    process.interrupt()
    return endStatus()
  }

  /// Whether it has not exited.
  public var isRunning: Bool { process.isRunning }

  /// Its process id.
  public var identifier: pid_t { process.processIdentifier }

  /// Sends a signal only to this process, and returns the exit status as in shells.
  public func end(by signal: Int32) throws -> Int32 {
    guard Foundation.kill(process.processIdentifier, signal) == 0 else { throw POSIXError(errno) }
    return endStatus()
  }

  /// Sends SIGINT to it and to its child processes, like a terminal after Ctrl-C.
  public func interruptGroup() throws {
    guard Foundation.kill(-process.processIdentifier, SIGINT) == 0 else { throw POSIXError(errno) }
  }

  /// Closes the reading end of its output, and returns the exit status.
  public func stopReading() throws -> Int32 {
    try output.fileHandleForReading.close()
    return endStatus()
  }

  private func endStatus() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// The complete lines of an output. A kill may have truncated the last line.
  public static func wholeLines(in output: Data) -> [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }
}
