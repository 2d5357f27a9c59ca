import Foundation
import TestSupport
import Testing

/// Three servers with all kinds of faults, while three devices write. In each round, one of the
/// devices is killed.
///
/// ```sh
/// RETRACE_CLUSTER_ROUNDS=36 RETRACE_CLUSTER_BATCHES=334 swift test --filter ClusterTests
/// ```
@Suite(
  .serialized, .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(60)))
struct ClusterTests {
  @Test func `servers are killed, stopped and delayed`() throws {
    try expectNothingLost(with: LinkedCluster())
  }

  @Test(.enabled(if: Network.isAllowed, "Networks cannot be made here; the test is skipped."))
  func `servers are cut off from each other and from devices, even in one direction`() throws {
    try Network().enter { try expectNothingLost(with: NetworkCluster()) }
  }

  @Test(.enabled(if: Disk.isAllowed, "Disks cannot be mounted here; the test is skipped."))
  func `servers lose power, or have a full disk`() throws {
    try expectNothingLost(with: DiskCluster())
  }

  /// Lets devices write while faults occur, and expects that no batch is lost or duplicated.
  private func expectNothingLost<Cluster: FaultyCluster>(with cluster: Cluster) throws {
    let devices = try ConsoleDevice.shared(
      "desk", "phone", "tablet", on: cluster.servers.map(\.url).joined(separator: ","))
    var followers = try devices.map { try $0.follow() }
    for follower in followers { try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n") }
    for follower in followers { follower.drain() }
    let faults = Array(Cluster.Fault.allCases)
    var written: Set<String> = []
    for round in 0..<LongRun.clusterRounds {
      let fault = faults[round % faults.count]
      let server = round / faults.count % cluster.servers.count
      // The batches written before the fault are still being sent when the fault begins.
      try written.formUnion(write("\(round)/before", on: devices))
      try cluster.begin(fault, server)
      let killed = round % devices.count
      try written.formUnion(
        write("\(round)/during", on: devices, killing: devices[killed]) {
          _ = try followers[killed].end(by: SIGKILL)
        })
      followers[killed] = try devices[killed].follow()
      followers[killed].drain()
      // During the fault, the other devices may be able to continue or not.
      let end = ContinuousClock.now + .seconds(4)
      try waitUntil { try ContinuousClock.now > end || devices.allSatisfy { try $0.hasToldAll } }
      try cluster.end(fault, server)
      try waitUntil { try devices.allSatisfy { try $0.hasToldAll } }
    }
    for follower in followers { #expect(try follower.end(by: SIGTERM) == 0) }
    for device in devices + devices {
      // For a while, a server that was cut off may have less data than the others.
      try waitUntil { try device.run("sync", expecting: nil).status == 0 }
    }
    let bookmarks = try devices.map { try $0.bookmarks }
    #expect(Set(bookmarks).count == 1)
    let addresses = try devices[0].addresses
    #expect(addresses.count == written.count)
    #expect(Set(addresses) == written)
    let kinds = faults.map { "\($0)" }.joined(separator: ", ")
    LongRun.tell("\(written.count) batches, \(LongRun.clusterRounds) times one of: \(kinds)")
  }

  /// Lets all devices write at the same time, for half of a round.
  ///
  /// - Parameters:
  ///   - killed: A device whose console is killed while it writes. A second run performs the
  ///     remaining commands.
  ///   - kill: Kills the follower of that device at the same time.
  /// - Returns: The addresses of the bookmarks.
  private func write(
    _ path: String, on devices: [ConsoleDevice], killing killed: ConsoleDevice? = nil,
    _ kill: () throws -> Void = {}
  ) throws -> [String] {
    let count = LongRun.clusterBatches / 2
    func addresses(_ device: ConsoleDevice) -> [String] {
      (0..<count).map { "https://\($0).example/\(device.name)/\(path)" }
    }
    let others = devices.filter { $0.name != killed?.name }
    let runs = try others.map { device in
      try device.write(addresses(device))
      return ThreadRun { try device.run("source", "lines").status }
    }
    if let killed {
      let all = addresses(killed)
      try killed.write(all)
      let lines = killed.folder.url.appending(path: "lines").path
      let said = try killed.run("source", lines, killedAfter: .random(in: 0..<count))
      try kill()
      // All acknowledged bookmarks exist.
      let done = Set(try killed.addresses).intersection(all)
      let acknowledged = said.split(separator: "\n").map { $0.dropFirst("bookmarked ".count) }
      #expect(done.isSuperset(of: acknowledged.map(String.init)))
      try killed.write(all.filter { !done.contains($0) })
      try killed.run("source", "lines")
    }
    for run in runs { #expect(try run.value() == 0) }
    return devices.flatMap(addresses)
  }
}

extension ConsoleDevice {
  /// Writes a file with lines that add bookmarks.
  func write(_ addresses: [String]) throws {
    let lines = addresses.map { "bookmark \($0)\n" }.joined()
    try Data(lines.utf8).write(to: folder.url.appending(path: "lines"))
  }

  /// Whether all actions of this device have been sent.
  var hasToldAll: Bool {
    get throws { try run("--json", "sync", "status").output.contains(#""waiting":0"#) }
  }
}
