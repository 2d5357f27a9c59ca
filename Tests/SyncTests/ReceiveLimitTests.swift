import Foundation
import TestSupport
import Testing

@testable import Sync

/// Servers that announce more than any answer has.
@Suite(.timeLimit(.minutes(10)))
struct ReceiveLimitTests {
  /// The limit with what the system has in its buffers.
  private static let most = 400_000_000

  @Test func `a message of 600 MB from a NATS server is cut off`() throws {
    let server = try FloodingServer.nats()
    let address = "nats://127.0.0.1:\(server.port)"
    let stream = try JetStream("flood", on: [address])
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description == "\(address) sends more data than devices have written.")
    server.expectFlood(ofAtMost: Self.most)
  }

  @Test func `a row of 600 MB from a database is cut off`() throws {
    let server = try FloodingServer.postgreSQL()
    let stream = try PostgreSQLStream(
      "flood", in: "postgresql://me:x@127.0.0.1:\(server.port)/retrace?sslmode=disable")
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("sends more data than devices have written") == true)
    server.expectFlood(ofAtMost: Self.most)
  }

  /// Runs the program from one that is small: what the system tells of a child begins with what its
  /// parent has.
  @Test(arguments: [true, false])
  func `the memory of the program does not follow what a server announces`(isNATS: Bool) throws {
    let server = isNATS ? try FloodingServer.nats() : try FloodingServer.postgreSQL()
    let address =
      isNATS
      ? "nats://127.0.0.1:\(server.port)"
      : "postgresql://me:x@127.0.0.1:\(server.port)/retrace?sslmode=disable"
    let folder = try TemporaryFolder()
    let script = """
      import resource, subprocess, sys
      status = subprocess.run(sys.argv[1:]).returncode
      print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let run = try Subprocess.run(
      "/usr/bin/python3",
      [
        "-c", script, URL.builtProgram("retrace-sync").path, "init", "--profile", folder.profile,
        "--servers", address,
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    server.expectFlood(ofAtMost: Self.most)
    #expect(run.errors.contains("sends more data than devices have written"))
    let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2)
    #expect(numbers[0] == 1)
    // In KiB.
    #expect(numbers[1] < 300_000)
  }
}
