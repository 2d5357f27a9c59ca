import Foundation
import TestSupport

/// Three servers, each with a disk that can be full or lose unsynced data.
struct DiskCluster: FaultyCluster {
  enum Fault: CaseIterable {
    case powerCut, powerCutOfAll, full
  }

  let servers: [NATSServer]
  private let disks: [Disk]

  init() throws {
    servers = try NATSServer.cluster()
    disks = try servers.map { server in
      server.kill()
      try FileManager.default.removeItem(atPath: server.store)
      try FileManager.default.createDirectory(
        atPath: server.store, withIntermediateDirectories: false)
      return try Disk(at: server.store)
    }
    for server in servers { try server.start() }
  }

  func begin(_ fault: Fault, _ server: Int) throws {
    switch fault {
    case .powerCut: try losePower([server])
    case .powerCutOfAll: try losePower(servers.indices)
    case .full: try disks[server].fill()
    }
  }

  private func losePower(_ indices: some Sequence<Int>) throws {
    for index in indices { try disks[index].losePower() }
    for index in indices { servers[index].kill() }
  }

  func end(_ fault: Fault, _ server: Int) throws {
    switch fault {
    case .powerCut: try regainPower([server])
    case .powerCutOfAll: try regainPower(servers.indices)
    case .full:
      servers[server].stop()
      try disks[server].empty()
      try servers[server].start()
    }
  }

  private func regainPower(_ indices: some Sequence<Int>) throws {
    for index in indices {
      try disks[index].regainPower()
      try servers[index].start()
    }
  }
}
