import Foundation
import TestSupport
import Testing

/// A running `sync follow` process.
final class Follower {
  private let output: FileHandle
  private var process: pid_t?

  init(process: pid_t, output: FileHandle) {
    self.process = process
    self.output = output
  }

  deinit { _ = try? end(by: SIGKILL) }

  /// Reads the output up to a text.
  @discardableResult
  func read(upTo text: String) throws -> String {
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains(text) {
      let more = output.availableData
      try #require(!more.isEmpty, "\(String(decoding: said, as: UTF8.self))")
      said += more
    }
    return String(decoding: said, as: UTF8.self)
  }

  /// Reads all further output, so that the process is never blocked.
  func drain() {
    Thread.detachNewThread { [output] in while !output.availableData.isEmpty {} }
  }

  /// The status with which the process exits by itself.
  var status: Int32? {
    get throws {
      guard let process else { return nil }
      self.process = nil
      return try Subprocess.status(of: process)
    }
  }

  /// Ends the process, and returns its exit status as in a shell.
  @discardableResult
  func end(by signal: Int32) throws -> Int32? {
    guard let process else { return nil }
    self.process = nil
    kill(process, signal)
    return try Subprocess.status(of: process)
  }
}
