import Foundation
import TestSupport
import Testing

/// A process that waits for a person, or for a slow program, keeps no other one waiting.
@Suite struct WaitingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("lines", (0..<1_500).map { "open https://page\($0).example/with/a/path\n" }.joined())
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: name))
  }

  private func retrace(_ arguments: String..., profile: String? = nil) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", profile ?? folder.profile] + RetraceProcess.clock + arguments, in: folder.url)
  }

  private var fileBytes: Int {
    get throws {
      let path = folder.profile + "/log-1/data.mdb"
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
  }

  private func start(_ arguments: [String], output: Int32? = nil) throws -> pid_t {
    try Subprocess.start(
      RetraceProcess.executable.path, ["-p", folder.profile] + arguments, output: output,
      environment: ["TZ": "UTC"])
  }

  /// Another profile's log as lines, and a pipe with a name.
  private func exportedLog() throws -> (bytes: Data, pipe: String) {
    let other = folder.path + "/other"
    #expect(try retrace("-f", "lines", profile: other).status == 0)
    #expect(try retrace("export", "jsonl", "all.jsonl", profile: other).status == 0)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    return (try Data(contentsOf: folder.url.appending(path: "all.jsonl")), pipe)
  }

  /// How much the file grows while so much is appended that pages are used again.
  private func growth() throws -> Int {
    let before = try fileBytes
    #expect(try retrace("-f", "lines").status == 0)
    return try fileBytes - before
  }

  @Test(.timeLimit(.minutes(5)))
  func `an export that nobody reads does not make the file grow`() throws {
    #expect(try retrace("-f", "lines").status == 0)
    let plain = try growth()
    let pipe = Pipe()
    let export = try start(
      ["export", "jsonl"], output: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    // It has begun, and more than a pipe holds is left.
    let first = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
    #expect(first == Data("{".utf8))
    #expect(try growth() < 2 * plain)
    let rest = try #require(try pipe.fileHandleForReading.readToEnd())
    let lines = (first + rest).split(separator: UInt8(ascii: "\n"))
    #expect(try Subprocess.status(of: export) == 0)
    // All that was there when it began, and nothing of later.
    #expect(lines.count == 3_001)
  }

  @Test(.timeLimit(.minutes(5)))
  func `an import from a slow source lets another writer through`() throws {
    let (bytes, pipe) = try exportedLog()
    let reading = try start(["import", pipe, "--format", "jsonl"])
    let source = try #require(FileHandle(forWritingAtPath: pipe))
    // More than a pipe holds: when it is written, the import is reading.
    try source.write(contentsOf: bytes.prefix(bytes.count / 2))
    #expect(try retrace("open", "https://meanwhile.example/").status == 0)
    #expect(try retrace("tabs").output.contains("meanwhile.example"))
    try source.write(contentsOf: bytes.suffix(from: bytes.count / 2))
    try source.close()
    // The profile has another beginning than the log now.
    #expect(try Subprocess.status(of: reading) == 1)
    #expect(try retrace("tabs").output.contains("meanwhile.example"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a log that comes through a pipe is taken in whole`() throws {
    let (bytes, pipe) = try exportedLog()
    let reading = try start(["import", pipe, "--format", "jsonl"])
    let source = try #require(FileHandle(forWritingAtPath: pipe))
    try source.write(contentsOf: bytes)
    try source.close()
    #expect(try Subprocess.status(of: reading) == 0)
    #expect(try retrace("export", "jsonl").outputBytes == bytes)
  }
}
