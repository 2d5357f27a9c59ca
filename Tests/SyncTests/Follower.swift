import Foundation
import TestSupport
import Testing

/// A `sync follow` that goes on.
final class Follower {
  private let output: FileHandle
  private var process: pid_t?

  init(process: pid_t, output: FileHandle) {
    self.process = process
    self.output = output
  }

  deinit { _ = try? end(by: SIGKILL) }

  /// Reads what it says up to a text.
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

  /// Reads all that it says from now on, so that it is never held up.
  func drain() {
    Thread.detachNewThread { [output] in while !output.availableData.isEmpty {} }
  }

  /// The status with which it ends by itself.
  var status: Int32? {
    get throws {
      guard let process else { return nil }
      self.process = nil
      return try Subprocess.status(of: process)
    }
  }

  /// Ends it, and returns its status, as shells say it.
  @discardableResult
  func end(by signal: Int32) throws -> Int32? {
    guard let process else { return nil }
    self.process = nil
    kill(process, signal)
    return try Subprocess.status(of: process)
  }
}
