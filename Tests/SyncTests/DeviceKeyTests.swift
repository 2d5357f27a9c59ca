import Foundation
import TestSupport
import Testing

@testable import Sync

/// Servers with TLS that authenticate each device by its key, with the generated configuration.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .enabled(
    if: Certificate.canBeMade, "openssl is not on PATH; the test that speaks TLS is skipped."),
  .timeLimit(.minutes(30)))
struct DeviceKeyTests {
  @Test func `servers admit the devices whose keys they have, until a key is removed`() throws {
    let certificate = try Certificate(for: "DNS:localhost")
    let devices = try ["desk", "phone", "stranger"].map {
      try ConsoleDevice($0, trusting: certificate)
    }
    let (desk, phone, stranger) = (devices[0], devices[1], devices[2])
    let server = try NATSServer(
      configuration: Self.configuration(by: desk, for: [desk, phone], certificate))
    let place = "tls://localhost:\(server.port)"
    let refusal = "\(place) rejected the login: the name, password or key is wrong."

    try desk.run("sync", "init", "--servers", place, "--name", "desk")
    let code = try desk.invitation()
    let refused = try stranger.run("sync", "join", code, expecting: 1)
    #expect(refused.errors.hasPrefix("retrace: Other users of this computer can see the code"))
    #expect(refused.errors.hasSuffix("\nretrace: \(refusal)\n"))
    // A device whose key the servers do not have is rejected.
    _ = try stranger.key
    let unknown = try stranger.run("sync", "join", code, expecting: 1)
    #expect(unknown.errors.hasSuffix("\nretrace: \(refusal)\n"))

    try phone.run("sync", "join", code, "--name", "phone")
    try phone.run("bookmark", "https://phone.example")
    try phone.run("sync")
    try desk.run("sync")
    #expect(try desk.bookmarks.contains("https://phone.example"))

    let follower = try phone.follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    try server.configure(Self.configuration(by: desk, for: [desk], certificate))
    try #expect(follower.status == 1)
    #expect(try phone.run("sync", expecting: 1).errors == "retrace: \(refusal)\n")
    try desk.run("sync", "remove", "phone")
    try desk.run("bookmark", "https://desk.example")
    #expect(try desk.run("sync").output == "Sent 1 action. Shared with no other device yet.\n")
  }

  @Test func `three servers accept the same keys`() throws {
    let certificate = try Certificate(for: "DNS:localhost")
    let devices = try ["desk", "phone"].map { try ConsoleDevice($0, trusting: certificate) }
    let servers = try NATSServer.cluster(
      configurations: Self.configurations(
        by: devices[0], on: ["a.example", "b.example", "c.example"], for: devices, certificate))
    let places = servers.map { "tls://localhost:\($0.port)" }.joined(separator: ",")
    try devices[0].run("sync", "init", "--servers", places, "--name", "desk")
    try devices[1].run("sync", "join", devices[0].invitation(), "--name", "phone")
    servers[0].kill()
    try devices[1].run("bookmark", "https://phone.example")
    for device in [devices[1], devices[0]] { try device.run("sync") }
    #expect(try devices[0].bookmarks.contains("https://phone.example"))
  }

  @Test func `the reason why a certificate is not trusted is explained`() {
    let lines = [
      "SSL handshake error: 9:certificate is not yet valid:depth=0:cert=/CN=a:issuer=/CN=a":
        "its certificate is not valid yet, or the clock of this computer is wrong",
      "SSL handshake error: 10:certificate has expired:depth=0:cert=/CN=a:issuer=/CN=a":
        "its certificate has expired",
      "SSL handshake error: 64:IP address mismatch:cert=/CN=a":
        "its certificate is for a different name",
      "SSL handshake error: 23:certificate revoked:depth=0": nil, "no number": nil,
    ]
    for (text, words) in lines { #expect(JetStreamFault.certificateFault(in: text) == words) }
  }

  @Test func `a certificate without a trusted issuer is rejected`() throws {
    let desk = try ConsoleDevice("desk")
    let certificate = try Certificate(for: "DNS:localhost")
    let server = try NATSServer(
      configuration: Self.configuration(by: desk, for: [desk], certificate))
    let place = "tls://localhost:\(server.port)"
    #expect(
      try desk.run("sync", "init", "--servers", place, expecting: 1).errors
        == "retrace: \(place) is not trusted: its certificate is not signed by an authority that "
        + "this computer trusts (SSL_CERT_FILE can name more authorities).\n")
  }

  @Test func `a certificate for another name is rejected`() throws {
    let certificate = try Certificate(for: "DNS:other.example")
    let desk = try ConsoleDevice("desk", trusting: certificate)
    let server = try NATSServer(
      configuration: Self.configuration(by: desk, for: [desk], certificate))
    let place = "tls://localhost:\(server.port)"
    let refused = try desk.run("sync", "init", "--servers", place, expecting: 1)
    #expect(
      refused.errors == "retrace: \(place) is not trusted: its certificate is for a different "
        + "name.\n")
  }

  @Test func `an IP address is a valid server name`() throws {
    let certificate = try Certificate(for: "IP:127.0.0.1")
    let desk = try ConsoleDevice("desk", trusting: certificate)
    let server = try NATSServer(
      configuration: Self.configuration(by: desk, for: [desk], certificate))
    try desk.run("sync", "init", "--servers", "tls://127.0.0.1:\(server.port)")
  }

  @Test func `devices of two accounts on one server do not see each other`() throws {
    let certificate = try Certificate(for: "DNS:localhost")
    let (mine, yours) = (
      try ConsoleDevice("mine", trusting: certificate),
      try ConsoleDevice("yours", trusting: certificate)
    )
    let text = try Self.configuration(by: mine, for: [mine], certificate)
    // Adds an account in the same way as a user would add it for another profile.
    let other = "  other { jetstream: enabled, users: [ { nkey: \(try yours.key) } ] }\n"
    let server = try NATSServer(
      configuration: text.replacing("accounts {\n", with: "accounts {\n" + other))
    let place = "tls://localhost:\(server.port)"
    try mine.run("sync", "init", "--servers", place, "--name", "mine")
    let refused = try yours.run("sync", "join", mine.invitation(), expecting: 1)
    #expect(refused.errors.contains("does not have the stream of this profile"))
    try yours.run("sync", "init", "--servers", place, "--name", "yours")
  }

  @Test func `a key never changes, and its secret half is readable only by its owner`() throws {
    let desk = try ConsoleDevice("desk")
    let key = try desk.key
    #expect(DeviceKey.isName(key))
    #expect(try desk.key == key)
    let file = desk.profile + "/sync.nkey"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.first.map(String.init) == key)
    #expect(lines.last?.wholeMatch(of: /SU[A-Z2-7]{56}/) != nil)
    try Data("nothing\n".utf8).write(to: URL(filePath: file))
    #expect(
      try desk.run("sync", "key", expecting: 1).errors
        == "retrace: “\(file)” does not contain a key.\n")
  }

  @Test func `an invalid key is not written to a configuration`() throws {
    let desk = try ConsoleDevice("desk")
    let refused = try desk.run(
      "sync", "server", "a.example", "--keys", "U }", expecting: 1)
    #expect(
      refused.errors == "retrace: “U” is not a device key. “sync key” prints the key of a device.\n"
    )
  }

  /// Returns the configuration of one server that admits some devices.
  private static func configuration(
    by device: ConsoleDevice, for devices: [ConsoleDevice], _ certificate: Certificate
  ) throws -> String {
    try #require(
      configurations(by: device, on: ["localhost"], for: devices, certificate).first)
  }

  private static func configurations(
    by device: ConsoleDevice, on hosts: [String], for devices: [ConsoleDevice],
    _ certificate: Certificate
  ) throws -> [String] {
    let keys = try devices.map { try $0.key }.joined(separator: ",")
    let run = try device.run(["--json", "sync", "server"] + hosts + ["--keys", keys])
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    let server = try #require(json?["server"] as? [String: Any])
    #expect(
      server["servers"] as? String == hosts.map { "tls://\($0):4222" }.joined(separator: ","))
    let files = try #require(server["files"] as? [[String: String]])
    return try files.map {
      try #require($0["text"]).replacing("/etc/nats", with: certificate.folder.path)
    }
  }
}

extension ConsoleDevice {
  /// The output of `sync key`.
  var key: String {
    get throws { try run("sync", "key").output.trimmingCharacters(in: .newlines) }
  }
}
