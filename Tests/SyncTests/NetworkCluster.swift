import Foundation
import TestSupport

/// Three servers, each in a network of its own, with cables to where the devices are.
///
/// Unlike with ``Link``, what is cut here is lost: nobody hears it later, and nobody is told.
struct NetworkCluster: FaultyCluster {
  enum Fault: CaseIterable {
    /// The two others neither hear it nor are heard; devices still reach it.
    case apart
    /// Nobody hears it, and it hears nobody.
    case away
    /// The two others do not hear it.
    case mute
    /// It does not hear the two others.
    case deaf
  }

  let servers: [NATSServer]
  private let networks: [Network]

  /// Makes the networks, and brings the cables to the one in which this thread is.
  init() throws {
    try Network.run("link add switch type bridge")
    try Network.run("address add 10.0.0.254/24 dev switch")
    try Network.run("link set switch up")
    networks = try (0..<3).map { index in
      let network = try Network()
      try Network.run("link add port\(index) type veth peer name cable netns \(network.path)")
      try Network.run("link set port\(index) master switch up")
      try network.enter {
        try Network.run("address add \(Self.host(index))/24 dev cable")
        try Network.run("link set cable up")
      }
      return network
    }
    servers = try networks.enumerated().map { index, network in
      let others = (0..<3).filter { $0 != index }.map { "\"nats://\(Self.host($0)):6222\"" }
      return try NATSServer(host: Self.host(index), port: 4222, in: network) { port, folder in
        """
        server_name: s\(index), listen: "0.0.0.0:\(port)"
        jetstream { store_dir: "\(folder)/store", sync_interval: always }
        cluster { name: distant, listen: "0.0.0.0:6222", routes: [\(others.joined(separator: ", "))] }
        """
      }
    }
    for server in servers { try server.start() }
  }

  private static func host(_ server: Int) -> String { "10.0.0.\(server + 1)" }

  func begin(_ fault: Fault, _ server: Int) throws { try set(fault, server, true) }

  func end(_ fault: Fault, _ server: Int) throws { try set(fault, server, false) }

  private func set(_ fault: Fault, _ server: Int, _ isBroken: Bool) throws {
    if fault == .away { try Network.run("link set port\(server) \(isBroken ? "down" : "up")") }
    for other in servers.indices where other != server {
      if [.apart, .mute].contains(fault) { try lose(from: server, to: other, isBroken) }
      if [.apart, .deaf].contains(fault) { try lose(from: other, to: server, isBroken) }
    }
  }

  /// Has everything that one server sends to another go to a card that nobody has, or no longer.
  private func lose(from sender: Int, to receiver: Int, _ isLost: Bool) throws {
    try networks[sender].enter {
      let entry = "\(Self.host(receiver)) dev cable"
      try Network.run(
        isLost ? "neighbour replace \(entry) lladdr 02:00:00:00:00:ff" : "neighbour del \(entry)")
    }
  }
}

/// A network that nobody else is in: a namespace, which goes away with its last thread and descriptor.
final class Network {
  private let descriptor: Int32

  /// Makes one that has the loopback interface only.
  init() throws {
    let former = try Self.current()
    defer { close(former) }
    guard unshare(Self.kind) == 0 else { throw POSIXError(.EPERM) }
    defer { _ = setns(former, Self.kind) }
    descriptor = try Self.current()
    try Self.run("link set lo up")
  }

  deinit { close(descriptor) }

  /// Whether one can be made here, with cables: it needs a right that few have.
  static let isAllowed: Bool = {
    do {
      try Network().enter { try run("link add switch type bridge") }
      return true
    } catch {
      return false
    }
  }()

  /// Where other programs find it.
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Does something in it: so do the threads and processes that it starts.
  func enter<Value>(_ body: () throws -> Value) throws -> Value {
    let former = try Self.current()
    defer { close(former) }
    guard setns(descriptor, Self.kind) == 0 else { throw POSIXError(.EPERM) }
    defer { _ = setns(former, Self.kind) }
    return try body()
  }

  /// Runs `ip` in the network in which this thread is.
  static func run(_ words: String) throws {
    let run = try Subprocess.run(
      "/usr/bin/env", ["ip"] + words.split(separator: " ").map(String.init))
    guard run.status == 0 else {
      throw CocoaError(.featureUnsupported, userInfo: [words: run.errors])
    }
  }

  private static func current() throws -> Int32 {
    let descriptor = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
    return descriptor
  }

  /// `CLONE_NEWNET`.
  private static let kind: Int32 = 0x4000_0000
}

// Swift does not see these GNU extensions.
@_silgen_name("unshare") private func unshare(_ kind: Int32) -> Int32
@_silgen_name("setns") private func setns(_ descriptor: Int32, _ kind: Int32) -> Int32
