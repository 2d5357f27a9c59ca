import Foundation
import TestSupport
import Testing

@testable import Sync

/// Servers that announce messages larger than any valid answer.
@Suite(.timeLimit(.minutes(30)))
struct ReceiveLimitTests {
  /// The limit, including the buffers of the system.
  private static let most = 400_000_000

  @Test func `a message of 600 MB from a NATS server is rejected`() throws {
    let server = try FloodingServer.nats()
    let address = "nats://127.0.0.1:\(server.port)"
    let stream = try JetStream("flood", on: [address])
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description == "\(address) sends more data than devices have written.")
    server.expectFlood(ofAtMost: Self.most)
  }

  @Test func `a row of 600 MB from a database is rejected`() throws {
    let server = try FloodingServer.postgreSQL()
    let stream = try PostgreSQLStream(
      "flood", in: "postgresql://me:x@127.0.0.1:\(server.port)/retrace?sslmode=disable")
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("sends more data than devices have written") == true)
    server.expectFlood(ofAtMost: Self.most)
  }

  /// The program is started by a small process, because the reported memory of a child includes the
  /// memory of its parent.
  @Test(arguments: [true, false])
  func `the memory of the program does not depend on announced sizes`(isNATS: Bool) throws {
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
    // The unit is KiB.
    #expect(numbers[1] < 300_000)
  }
}
