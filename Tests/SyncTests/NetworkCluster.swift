import Foundation
import TestSupport

/// Three servers, each in a separate network with connections to the network of the devices.
///
/// Unlike with ``Link``, packets are lost while a connection is cut, without any error.
struct NetworkCluster: FaultyCluster {
  enum Fault: CaseIterable {
    /// The server and the two others cannot reach each other. Devices can still reach the server.
    case apart
    /// The server cannot reach anyone, and nobody can reach the server.
    case away
    /// The two others receive nothing from the server.
    case mute
    /// The server receives nothing from the two others.
    case deaf
  }

  let servers: [NATSServer]
  private let networks: [Network]

  /// Creates the networks, and connects them to the network of this thread.
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

  /// Sends everything from one server to another to a nonexistent interface, or ends this.
  private func lose(from sender: Int, to receiver: Int, _ isLost: Bool) throws {
    try networks[sender].enter {
      let entry = "\(Self.host(receiver)) dev cable"
      try Network.run(
        isLost ? "neighbour replace \(entry) lladdr 02:00:00:00:00:ff" : "neighbour del \(entry)")
    }
  }
}
