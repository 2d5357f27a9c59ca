import Foundation
import TestSupport

/// The compiler of Protocol Buffers, which can also decode and encode single messages.
struct Protoc {
  private let executable: URL

  /// The installed compiler, or nil if it is not installed.
  static let installed: Protoc? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(filePath: "\($0)/protoc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map { Protoc(executable: $0) }
  }()

  /// Returns the text form of a record.
  func decode(_ record: [UInt8]) throws -> [String] {
    let text = try run("--decode=retrace.Record", Data(record))
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the bytes of a record that is given as text.
  func encode(_ lines: [String]) throws -> [UInt8] {
    [UInt8](try run("--encode=retrace.Record", Data(lines.joined(separator: "\n").utf8)))
  }

  private func run(_ option: String, _ input: Data) throws -> Data {
    let arguments = [
      option, "--proto_path=\(ProtoFile.url.deletingLastPathComponent().path)",
      ProtoFile.url.lastPathComponent,
    ]
    let run = try Subprocess.run(executable.path, arguments, input: input)
    guard run.status == 0 else { throw Failure(status: run.status) }
    return run.outputBytes
  }

  struct Failure: Error {
    var status: Int32
  }
}
