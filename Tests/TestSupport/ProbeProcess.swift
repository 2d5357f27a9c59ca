public import Foundation

/// A running probe program. Tests send it lines, read its output and kill it.
public final class ProbeProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameters:
  ///   - program: The name of a program of this package.
  ///   - openFiles: The limit of open files, or nil for the limit of this process.
  public init(program: String, arguments: [String], openFiles: Int? = nil) throws {
    // A program would inherit the signals that other tests ignore.
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

  /// Sends a line to the program, and does not wait for the answer.
  public func tell(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the next line, and returns it, or nil if the program has ended.
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

  /// Waits until the program ends, and returns the unread lines of its output.
  public func lines() throws -> [String] {
    unread += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits until the program ends, and returns the rest of its output and its status as shells
  /// report it.
  public func end() throws -> (output: String, status: Int32) {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), endStatus())
  }

  /// Waits until the program has printed a number of bytes or has ended, and returns the output.
  public func firstOutput(byteCount: Int) throws -> Data {
    guard byteCount > 0 else { return Data() }
    return try output.fileHandleForReading.read(upToCount: byteCount) ?? Data()
  }

  /// Ends the program with SIGKILL, and returns the rest of its output.
  public func kill() throws -> Data {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  /// Waits until a signal has stopped the program. Returns false if the program has ended.
  public func waitUntilStopped() throws -> Bool {
    while process.isRunning {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      if status.split(separator: ")").last?.split(separator: " ").first == "T" { return true }
      usleep(1_000)
    }
    return false
  }

  /// Continues the program with SIGCONT.
  public func resume() throws {
    guard Foundation.kill(process.processIdentifier, SIGCONT) == 0 else { throw POSIXError(errno) }
  }

  /// Sends SIGINT, as Ctrl-C does, and returns the exit status as shells report it.
  public func interrupt() throws -> Int32 {
    process.interrupt()
    return endStatus()
  }

  /// Whether the program has not ended.
  public var isRunning: Bool { process.isRunning }

  /// The number of the process.
  public var identifier: pid_t { process.processIdentifier }

  /// Sends a signal to this process only, and returns the exit status as shells report it.
  public func end(by signal: Int32) throws -> Int32 {
    guard Foundation.kill(process.processIdentifier, signal) == 0 else { throw POSIXError(errno) }
    return endStatus()
  }

  /// Sends SIGINT to the program and to the processes that it started, as a terminal does on
  /// Ctrl-C.
  public func interruptGroup() throws {
    guard Foundation.kill(-process.processIdentifier, SIGINT) == 0 else { throw POSIXError(errno) }
  }

  /// Closes the reading end of the output, and returns the exit status.
  public func stopReading() throws -> Int32 {
    try output.fileHandleForReading.close()
    return endStatus()
  }

  private func endStatus() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Returns the complete lines of an output. The last line may be incomplete after a kill.
  public static func wholeLines(in output: Data) -> [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }
}
