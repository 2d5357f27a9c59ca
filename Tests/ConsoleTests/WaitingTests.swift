import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// A process that waits for a user or a slow program does not block other processes.
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

  /// Returns the log of another profile as lines, and the path of a named pipe.
  private func exportedLog() throws -> (bytes: Data, pipe: String) {
    let other = folder.path + "/other"
    #expect(try retrace("-f", "lines", profile: other).status == 0)
    #expect(try retrace("export", "jsonl", "all.jsonl", profile: other).status == 0)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    return (try Data(contentsOf: folder.url.appending(path: "all.jsonl")), pipe)
  }

  /// Returns the growth of the file after enough appends that freed pages are reused.
  private func growth() throws -> Int {
    let before = try fileBytes
    #expect(try retrace("-f", "lines").status == 0)
    return try fileBytes - before
  }

  @Test(.timeLimit(.minutes(30)))
  func `an export whose output is not read does not make the file grow`() throws {
    #expect(try retrace("-f", "lines").status == 0)
    let plain = try growth()
    let pipe = Pipe()
    let export = try start(
      ["export", "jsonl"], output: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    // The export has begun, and more data remains than fits in the pipe.
    let first = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
    #expect(first == Data("{".utf8))
    #expect(try growth() < 2 * plain)
    let rest = try #require(try pipe.fileHandleForReading.readToEnd())
    let lines = (first + rest).split(separator: UInt8(ascii: "\n"))
    #expect(try Subprocess.status(of: export) == 0)
    // The export contains all events from before its start, and no later events.
    #expect(lines.count == 3_001)
  }

  /// The process waits like a process that was stopped by Ctrl-Z.
  @Test(.timeLimit(.minutes(30)))
  func `stats names a process that is stopped within a read transaction`() throws {
    do {
      let store = try Store(EventLog(profile: folder.profile, access: .readWrite)) { 0 }
      let long = "https://long.example/" + String(repeating: "x", count: 30_000)
      // Less of the file is free than in use, so the file is not copied.
      try store.perform(all: (0..<900).map { _ in .open(OpenTab(Destination(long))) })
    }
    #expect(try !retrace("stats").output.contains("Process"))
    let reader = try ProbeProcess(program: "StoreProbe", arguments: ["serve", folder.profile])
    try reader.tell("hold")
    #expect(try reader.answer() == "held 901")
    try write("zooms", (0..<1_010).map { "zoom \(110 + $0 % 2 * 15)\n" }.joined())
    #expect(try retrace("-f", "zooms").status == 0)
    let held = try #require(try retrace("stats").output.split(separator: "\n").last)
    let sentence =
      /Process ([0-9]+) has been reading the same state for 1,0[0-9]+ writes\. The file grows until the process continues or ends\./
    #expect(try sentence.wholeMatch(in: held)?.1 == "\(reader.identifier)")
    let json = try retrace("--json", "stats").output
    #expect(json.contains("\"readers\":[{\"process\":\(reader.identifier),\"passedWrites\":10"))
    try reader.tell("go on")
    #expect(try reader.answer()?.hasPrefix("read 901 passed 10") == true)
    #expect(try !retrace("--json", "stats").output.contains("readers"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `an import from a slow source does not block other writers`() throws {
    let (bytes, pipe) = try exportedLog()
    let reading = try start(["import", pipe, "--format", "jsonl"])
    let source = try #require(FileHandle(forWritingAtPath: pipe))
    // This is more than fits in the pipe, so the import has begun to read when the write returns.
    try source.write(contentsOf: bytes.prefix(bytes.count / 2))
    #expect(try retrace("open", "https://meanwhile.example/").status == 0)
    #expect(try retrace("tabs").output.contains("meanwhile.example"))
    try source.write(contentsOf: bytes.suffix(from: bytes.count / 2))
    try source.close()
    // The profile and the imported log now have different beginnings.
    #expect(try Subprocess.status(of: reading) == 1)
    #expect(try retrace("tabs").output.contains("meanwhile.example"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a log from a pipe is imported completely`() throws {
    let (bytes, pipe) = try exportedLog()
    let reading = try start(["import", pipe, "--format", "jsonl"])
    let source = try #require(FileHandle(forWritingAtPath: pipe))
    try source.write(contentsOf: bytes)
    try source.close()
    #expect(try Subprocess.status(of: reading) == 0)
    #expect(try retrace("export", "jsonl").outputBytes == bytes)
  }
}
