import Foundation
import TestSupport
import Testing

/// Three servers to which all kinds of things happen, while three devices write, of which one is killed each time.
///
/// ```sh
/// RETRACE_CLUSTER_ROUNDS=36 RETRACE_CLUSTER_BATCHES=334 swift test --filter ClusterTests
/// ```
@Suite(
  .serialized, .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(60)))
struct ClusterTests {
  @Test func `servers are killed, stand still, and are held up`() throws {
    try expectNothingLost(with: LinkedCluster())
  }

  @Test(.enabled(if: Network.isAllowed, "Networks cannot be made here; the test is skipped."))
  func `servers are cut off from each other and from devices, also in one direction`() throws {
    try Network().enter { try expectNothingLost(with: NetworkCluster()) }
  }

  @Test(.enabled(if: Disk.isAllowed, "Disks cannot be mounted here; the test is skipped."))
  func `servers lose power, or have a full disk`() throws {
    try expectNothingLost(with: DiskCluster())
  }

  /// Has devices write while things happen, and expects that nothing is lost and nothing is told twice.
  private func expectNothingLost<Cluster: FaultyCluster>(with cluster: Cluster) throws {
    let devices = try ConsoleDevice.shared(
      "desk", "phone", "tablet", on: cluster.servers.map(\.url).joined(separator: ","))
    var followers = try devices.map { try $0.follow() }
    for follower in followers { try follower.read(upTo: "as it happens; Ctrl-C ends it.\n") }
    for follower in followers { follower.drain() }
    let faults = Array(Cluster.Fault.allCases)
    var written: Set<String> = []
    for round in 0..<LongRun.clusterRounds {
      let fault = faults[round % faults.count]
      let server = round / faults.count % cluster.servers.count
      // What was written before it is on its way when it happens.
      try written.formUnion(write("\(round)/before", on: devices))
      try cluster.begin(fault, server)
      let killed = round % devices.count
      try written.formUnion(
        write("\(round)/during", on: devices, killing: devices[killed]) {
          _ = try followers[killed].end(by: SIGKILL)
        })
      followers[killed] = try devices[killed].follow()
      followers[killed].drain()
      // With it the others may go on, or not.
      let end = ContinuousClock.now + .seconds(4)
      try waitUntil { try ContinuousClock.now > end || devices.allSatisfy { try $0.hasToldAll } }
      try cluster.end(fault, server)
      try waitUntil { try devices.allSatisfy { try $0.hasToldAll } }
    }
    for follower in followers { #expect(try follower.end(by: SIGTERM) == 0) }
    for device in devices + devices {
      // A server that was cut off may know less than the others for a while.
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

  /// Has all devices write at once, half of a round.
  ///
  /// - Parameters:
  ///   - killed: One whose console is killed in the midst of it; what that has not done another one does.
  ///   - follows: Kills what exchanges for it, at the same time.
  /// - Returns: The addresses of their bookmarks.
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
      // Whatever it had said stands there.
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
  fileprivate func write(_ addresses: [String]) throws {
    let lines = addresses.map { "bookmark \($0)\n" }.joined()
    try Data(lines.utf8).write(to: folder.url.appending(path: "lines"))
  }

  /// Whether the others have been told of everything that was done here.
  fileprivate var hasToldAll: Bool {
    get throws { try run("--json", "sync", "status").output.contains(#""waiting":0"#) }
  }
}

/// Three servers to which something can happen.
protocol FaultyCluster {
  associatedtype Fault: CaseIterable
  var servers: [NATSServer] { get }

  /// Has something happen to one of them, or to all.
  func begin(_ fault: Fault, _ server: Int) throws

  /// Makes it good again.
  func end(_ fault: Fault, _ server: Int) throws
}

/// Three servers whose connections with each other can be held up, while clients still reach each of them.
struct LinkedCluster: FaultyCluster {
  enum Fault: CaseIterable {
    case kill, cut, standStill, killAll
  }

  let servers: [NATSServer]
  /// From each server to each other one.
  private let links: [[Link?]]

  init() throws {
    let routes = try (0..<3).map { _ in try NATSServer.freePort() }
    links = try (0..<3).map { from in
      try (0..<3).map { to in from == to ? nil : try Link(to: routes[to]) }
    }
    servers = try zip(links, routes).enumerated().map { index, link in
      let addresses = link.0.compactMap { $0.map { "\"nats://127.0.0.1:\($0.port)\"" } }
      // What servers tell each other of their addresses leads nowhere, so that there is no other way.
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

  /// Holds up what a server and the two others send each other, or lets it pass.
  private func cut(_ server: Int, isCut: Bool) {
    for other in servers.indices {
      links[server][other]?.isCut = isCut
      links[other][server]?.isCut = isCut
    }
  }
}

/// Passes on what goes from one port of this machine to another, unless it is cut: then everything waits.
final class Link: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let condition = NSCondition()
  private var cut = false

  init(to target: UInt16) throws {
    (listener, port) = try NATSServer.listen()
    self.target = target
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        self?.pass(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var isCut: Bool {
    get { condition.withLock { cut } }
    set {
      condition.withLock {
        cut = newValue
        condition.broadcast()
      }
    }
  }

  private func pass(_ connection: Int32) {
    guard let other = NATSServer.connected(to: target) else {
      close(connection)
      return
    }
    for (source, goal) in [(connection, other), (other, connection)] {
      Thread.detachNewThread { [self] in
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = recv(source, &bytes, bytes.count, 0)
          condition.withLock { while cut { condition.wait() } }
          guard count > 0, Self.send(bytes[..<count], to: goal) else { break }
        }
        // The other thread reads the end of it, and the last one gives the numbers back.
        shutdown(goal, Int32(SHUT_RDWR))
        shutdown(source, Int32(SHUT_RDWR))
        release(connection, other)
      }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to goal: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(goal, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Connections of which one direction has ended.
  private var halves: Set<Int32> = []

  private func release(_ connection: Int32, _ other: Int32) {
    condition.withLock {
      guard halves.remove(connection) != nil else {
        halves.insert(connection)
        return
      }
      close(connection)
      close(other)
    }
  }
}
