import Foundation
import TestSupport
import Testing

/// Three servers whose connections with each other can be delayed, while clients can still reach
/// each server.
struct LinkedCluster: FaultyCluster {
  enum Fault: CaseIterable {
    case kill, cut, standStill, killAll
  }

  let servers: [NATSServer]
  /// The links from each server to the other servers.
  private let links: [[Link?]]

  init() throws {
    let routes = try (0..<3).map { _ in try NATSServer.freePort() }
    links = try (0..<3).map { from in
      try (0..<3).map { to in from == to ? nil : try Link(to: routes[to]) }
    }
    servers = try zip(links, routes).enumerated().map { index, link in
      let addresses = link.0.compactMap { $0.map { "\"nats://127.0.0.1:\($0.port)\"" } }
      // The advertised addresses are unreachable, so that servers cannot bypass the links.
      return try NATSServer(
        extra: """
          server_name: s\(index)
          cluster {
            name: linked, listen: "127.0.0.1:\(link.1)", advertise: "127.0.0.1:1"
            routes: [\(addresses.joined(separator: ", "))]
          }
          """)
    }
  }

  func begin(_ fault: Fault, _ server: Int) throws {
    switch fault {
    case .kill: servers[server].kill()
    case .cut: cut(server, isCut: true)
    case .standStill: servers[server].standStill(true)
    case .killAll: for server in servers { server.kill() }
    }
  }

  func end(_ fault: Fault, _ server: Int) throws {
    switch fault {
    case .kill: try servers[server].start()
    case .cut: cut(server, isCut: false)
    case .standStill: servers[server].standStill(false)
    case .killAll: for server in servers { try server.start() }
    }
  }

  /// Delays all data between a server and the two others, or lets it pass.
  private func cut(_ server: Int, isCut: Bool) {
    for other in servers.indices {
      links[server][other]?.isCut = isCut
      links[other][server]?.isCut = isCut
    }
  }
}
