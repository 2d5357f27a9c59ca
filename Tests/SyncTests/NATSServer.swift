import Foundation
import Synchronization
import TestSupport

/// A server for tests on the loopback interface, alone or in a cluster of three.
///
/// The program is the `nats-server` named by `RETRACE_NATS_SERVER`, otherwise the one on PATH.
final class NATSServer: StreamServer {
  static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["RETRACE_NATS_SERVER"].map { [$0] } ?? []
    let found = environment["PATH"]?.split(separator: ":").map { "\($0)/nats-server" } ?? []
    return (named + found).first { FileManager.default.isExecutableFile(atPath: $0) }
  }()
  static let isInstalled = program != nil
  static let skipped: String =
    "No nats-server is named by RETRACE_NATS_SERVER or on PATH; the test that starts it is skipped."

  let port: UInt16
  var url: String { "nats://\(host):\(port)" }
  let folder: TemporaryFolder
  /// The folder for streams.
  var store: String { folder.path + "/store" }
  private let host: String
  /// The network of the server, or nil for the network of the tests.
  private let network: Network?
  private var child: pid_t?

  /// Starts a single server.
  convenience init(extra: String = "") throws {
    try self.init(port: Self.freePort()) { port, folder in
      """
      listen: "127.0.0.1:\(port)"
      jetstream { store_dir: "\(folder)/store", sync_interval: always }
      \(extra)
      """
    }
    try start()
  }

  /// Starts a server with the configuration of another computer, whose port and folder are
  /// replaced.
  convenience init(configuration: String) throws {
    try self.init(port: Self.freePort()) { Self.local(configuration, $0, $1) }
    try start()
  }

  /// Replaces the configuration of ``init(configuration:)``.
  func configure(_ configuration: String) throws {
    try Data(Self.local(configuration, port, folder.path).utf8)
      .write(to: folder.url.appending(path: "server.conf"))
    if let child { Foundation.kill(child, SIGHUP) }
  }

  private static func local(_ text: String, _ port: UInt16, _ folder: String) -> String {
    text.replacing("0.0.0.0:4222", with: "127.0.0.1:\(port)")
      .replacing("/var/lib/nats", with: "\(folder)/store")
  }

  /// Starts three servers that form a cluster.
  static func cluster() throws -> [NATSServer] {
    try cluster(
      configurations: ["a", "b", "c"].map { name in
        """
        server_name: \(name)
        listen: "0.0.0.0:4222"
        jetstream { store_dir: "/var/lib/nats", sync_interval: always }
        cluster {
          name: tests, listen: "0.0.0.0:6222"
          routes: ["nats://a.example:6222", "nats://b.example:6222", "nats://c.example:6222"]
        }
        """
      })
  }

  /// Starts three servers with the configurations of the computers a.example, b.example and
  /// c.example.
  static func cluster(configurations: [String]) throws -> [NATSServer] {
    let routes = try configurations.map { _ in try freePort() }
    let servers = try zip(configurations, routes).map { text, route in
      try NATSServer(port: freePort()) { port, folder in
        var text = local(text, port, folder)
          .replacing("0.0.0.0:6222", with: "127.0.0.1:\(route)")
        for (host, route) in zip(["a", "b", "c"], routes) {
          text.replace("\(host).example:6222", with: "127.0.0.1:\(route)")
        }
        return text
      }
    }
    for server in servers { try server.start() }
    return servers
  }

  /// Creates a server without starting it.
  init(
    host: String = "127.0.0.1", port: UInt16, in network: Network? = nil,
    _ configuration: (UInt16, String) -> String
  ) throws {
    (self.host, self.port, self.network) = (host, port, network)
    folder = try TemporaryFolder()
    try Data(configuration(port, folder.path).utf8)
      .write(to: folder.url.appending(path: "server.conf"))
  }

  deinit { kill() }

  func start() throws {
    guard let program = Self.program else { throw CocoaError(.fileNoSuchFile) }
    let words = ["-c", "\(folder.path)/server.conf", "-l", "\(folder.path)/server.log"]
    child =
      if let network {
        try network.enter { try Subprocess.start(program, words) }
      } else {
        try Subprocess.start(program, words)
      }
    try Self.waitUntilListening(port, at: host)
  }

  /// Waits until a server listens at a port.
  static func waitUntilListening(_ port: UInt16, at host: String = "127.0.0.1") throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isListening(port, at: host) {
      guard ContinuousClock.now < end else { throw POSIXError(.ETIMEDOUT) }
      usleep(10_000)
    }
  }

  func kill() { end(by: SIGKILL) }

  func stop() { end(by: SIGTERM) }

  /// Ends the server, and starts it again with an empty disk.
  func loseDisk() throws {
    kill()
    try FileManager.default.removeItem(at: folder.url.appending(path: "store"))
    try start()
  }

  func standStill(_ isStill: Bool) {
    if let child { Foundation.kill(child, isStill ? SIGSTOP : SIGCONT) }
  }

  private func end(by signal: Int32) {
    guard let child else { return }
    Foundation.kill(child, signal)
    _ = try? Subprocess.status(of: child)
    self.child = nil
  }

  /// Returns an unused port, a different one each time.
  ///
  /// The system does not give such a port to a client, so that a server can be started there again.
  static func freePort() throws -> UInt16 {
    for _ in 0..<1_000 {
      let port = nextPort.withLock { next in
        defer { next = next < 32_000 ? next + 1 : 10_000 }
        return next
      }
      guard let listener = try? listen(at: port) else { continue }
      close(listener.descriptor)
      return port
    }
    throw POSIXError(.EADDRNOTAVAIL)
  }

  private static let nextPort = Mutex(UInt16.random(in: 10_000...32_000))

  /// Creates a socket that listens at a port. With port 0, the system chooses an unused one.
  static func listen(at port: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = name(of: "127.0.0.1", port: port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, length) | Foundation.listen(listener, 16)
          | getsockname(listener, name, &length)
      }
    }
    guard code == 0 else {
      close(listener)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    return (listener, UInt16(bigEndian: name.sin_port))
  }

  private static func isListening(_ port: UInt16, at host: String) -> Bool {
    guard let connection = connected(to: port, at: host) else { return false }
    close(connection)
    return true
  }

  /// Connects to a port. Returns nil if no server listens there.
  static func connected(to port: UInt16, at host: String = "127.0.0.1") -> Int32? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = name(of: host, port: port)
    let code = withUnsafePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        connect(connection, name, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(connection)
      return nil
    }
    return connection
  }

  private static func name(of host: String, port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = inet_addr(host)
    return name
  }
}
