import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("one.example.org", "nats://one.example.org:4222"),
    ("one.example.org:4333", "nats://one.example.org:4333"),
    ("TLS://one.example.org/", "tls://one.example.org:4222"),
    ("nats://me:p@ss@10.0.0.1:1", "nats://10.0.0.1:1"),
    ("[::1]", "nats://[::1]:4222"),
    ("tls://token@[fe80::1]:65535", "tls://[fe80::1]:65535"),
  ])
  func `an address has a scheme, a host and a port`(text: String, shown: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == shown)
    #expect(address.isEncrypted == shown.hasPrefix("tls"))
    #expect(try ServerAddress(address.url) == address)
  }

  @Test func `name and password are sent to the server, and not shown`() throws {
    let address = try ServerAddress("tls://me:secret@one.example.org")
    #expect(address.url == "tls://me:secret@one.example.org:4222")
    let failure = #expect(throws: SyncError.self) { try ServerAddress("me:secret@host:no") }
    #expect(failure?.description == "“host:no” is not a server address: “no” is not a port.")
    #expect(failure?.isTemporary == false)
  }

  @Test(arguments: [
    "", "http://one.example.org", "nats://", "nats://:4222", "a b", "host:0", "host:65536", "host:",
    "me@", "ho,st", "a/b",
  ])
  func `an invalid address is refused`(text: String) {
    #expect(throws: SyncError.self) { try ServerAddress(text) }
  }

  @Test(arguments: ["2.9.10", "2.10.24", "2.10.24-RC.1", "1.99.99"])
  func `a server version that loses acknowledged messages is rejected`(version: String) throws {
    let server = try ScriptedServer(version: version)
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).state()
    }
    let number = version.split(separator: "-")[0]
    #expect(
      failure?.description
        == "nats://127.0.0.1:\(server.port) runs nats-server \(number), which can lose "
        + "acknowledged messages. Install 2.10.25 or newer.")
    #expect(failure?.isTemporary == false)
  }

  @Test func `a server that does not report its version is rejected too`() throws {
    let server = try ScriptedServer(version: "2.9.10", answersRequests: false)
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).state()
    }
    #expect(
      failure?.description
        == "nats://127.0.0.1:\(server.port) does not report its version. It is too old, and could "
        + "lose acknowledged messages. Install nats-server 2.10.25 or newer.")
    #expect(failure?.isTemporary == false)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server that falls silent after its first line blocks no device`() throws {
    let server = try ScriptedServer(version: "2.15.1", isSilent: true)
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).connected()
    }
    #expect(failure?.isTemporary == true)
    #expect(failure?.description.contains("127.0.0.1:\(server.port)") == true)
  }

  @Test func `the error of a client that was too slow does not mention its key`() throws {
    let server = try ScriptedServer(version: "2.15.1", refusal: "Authentication Timeout")
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).connected()
    }
    #expect(failure?.isTemporary == true)
    #expect(
      failure?.description
        == "nats://127.0.0.1:\(server.port) did not receive a login from this device in time.")
  }

  @Test func `a client that is not admitted gets an error`() throws {
    let server = try ScriptedServer(version: "2.15.1", refusal: "Authorization Violation")
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).connected()
    }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description
        == "nats://127.0.0.1:\(server.port) rejected the login: the name, password or key is wrong."
    )
  }

  /// libnats omits a signature that begins with a zero byte, which happens once in 256 times.
  @Test func `a client whose signature libnats cannot send connects again`() throws {
    let folder = try TemporaryFolder()
    let key = """
      UAUHFL55TIKVY55RJTKNK4346PQZD3G7QSX77YVTNHGEWLMBF7IG6CHZ
      SUALC4YL7EYCFL7WW5LSLG7QW6SZBKZHQQ63QHWSIK4SQOPFBHIS3PVK5E

      """
    try Data(key.utf8).write(to: folder.url.appending(path: "sync.nkey"))
    // The first two signatures with this key begin with a zero byte.
    let server = try ScriptedServer(version: "2.15.1", nonces: ["nonce174", "nonce392", "nonce0"])
    let stream = try JetStream(
      "tests", on: ["127.0.0.1:\(server.port)"], credentials: ServerCredentials(in: folder.path))
    #expect(throws: Never.self) { try stream.connected() }
  }

  @Test func `a server with a small maximum message size is rejected`() throws {
    let server = try ScriptedServer(version: "2.15.1", largestPayload: 1_100)
    let stream = try JetStream("tests", on: ["127.0.0.1:\(server.port)"])
    let failure = #expect(throws: SyncError.self) { try stream.connected() }
    #expect(
      failure
        == SyncError(
          .stream,
          "nats://127.0.0.1:\(server.port) does not accept messages of 64 KiB. Raise its "
            + "max_payload."))
  }

  @Test(arguments: [
    "nats://me:se,cret@home", "me:se,cret@home", "me:12,34@home", "tls://me:a,b,c@home",
  ])
  func `no part of a password with a comma is shown`(text: String) throws {
    let failure = #expect(throws: SyncError.self) {
      try StreamServers(StreamServers.addresses(in: text))
    }
    #expect(
      failure?.description
        == "A comma separates two addresses, so names and passwords cannot contain commas.")
  }

  @Test(arguments: ["2.10.25", "2.11.0-preview.2", "2.15.1", "3.0.0"])
  func `a newer version is accepted`(version: String) throws {
    let server = try ScriptedServer(version: version)
    #expect(throws: Never.self) {
      try JetStream("tests", on: ["127.0.0.1:\(server.port)"]).connected()
    }
  }
}
