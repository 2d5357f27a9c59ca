import Foundation
import TestSupport
import Testing

@testable import Sync

/// Servers that announce more than any answer has.
@Suite(.timeLimit(.minutes(10)))
struct ReceiveLimitTests {
  /// The limit with what the system has in its buffers.
  private static let most = 200_000_000

  @Test func `a message of 600 MB from a NATS server is cut off`() throws {
    let server = try FloodingServer.nats()
    let address = "nats://127.0.0.1:\(server.port)"
    let stream = try JetStream("flood", on: [address])
    let failure = #expect(throws: StreamFailure.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description == "\(address) sends more than devices have written.")
    server.expectFlood(ofAtMost: Self.most)
  }

  @Test func `a row of 600 MB from a database is cut off`() throws {
    let server = try FloodingServer.postgreSQL()
    let stream = try PostgreSQLStream(
      "flood", in: "postgresql://me:x@127.0.0.1:\(server.port)/retrace?sslmode=disable")
    let failure = #expect(throws: StreamFailure.self) { try stream.state() }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("sends more than devices have written") == true)
    server.expectFlood(ofAtMost: Self.most)
  }

  /// Runs the program with less memory than the message that the server announces.
  @Test(arguments: [true, false])
  func `the memory of the program does not follow what a server announces`(isNATS: Bool) throws {
    let server = isNATS ? try FloodingServer.nats() : try FloodingServer.postgreSQL()
    let address =
      isNATS
      ? "nats://127.0.0.1:\(server.port)"
      : "postgresql://me:x@127.0.0.1:\(server.port)/retrace?sslmode=disable"
    let folder = try TemporaryFolder()
    let run = try Subprocess.run(
      "/bin/sh",
      [
        "-c", "ulimit -d 300000 && exec \"$0\" \"$@\"", URL.builtProgram("retrace-sync").path,
        "init", "--profile", folder.profile, "--servers", address,
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    server.expectFlood(ofAtMost: Self.most)
    #expect(run.status == 1)
    #expect(run.errors.contains("sends more than devices have written"))
  }
}
