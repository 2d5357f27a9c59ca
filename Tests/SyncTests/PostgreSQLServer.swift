import Foundation
import TestSupport

/// A PostgreSQL server for tests on the loopback interface.
///
/// Its programs are in the folder named by `RETRACE_POSTGRESQL`, otherwise in Debian's folder. The
/// server does not run as root, in which case another user runs it.
final class PostgreSQLServer: StreamServer {
  static let programs: String? = {
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    let found = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(debian)/\($0)/bin" }
    let named = ProcessInfo.processInfo.environment["RETRACE_POSTGRESQL"].map { [$0] } ?? []
    return (named + found).first {
      FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
    }
  }()
  static let isInstalled = programs != nil
  static let skipped: String =
    "No PostgreSQL is in the folder RETRACE_POSTGRESQL or in /usr/lib/postgresql; the test that starts it "
    + "is skipped."

  let port: UInt16
  var url: String { Self.url(port: port) }
  let folder: TemporaryFolder
  private let settings: [String]
  private var child: pid_t?

  static func url(port: UInt16) -> String { "postgresql://127.0.0.1:\(port)/postgres" }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - access: The access rules as lines of `pg_hba.conf`, or nil to admit everyone.
  ///   - settings: Settings such as `ssl=on`.
  ///   - files: Files next to the data, readable only by the server's user.
  init(
    access: String? = nil, settings: [String] = [], files: [String: Data] = [:]
  ) throws {
    port = try NATSServer.freePort()
    folder = try TemporaryFolder()
    self.settings = settings
    // Creating a database takes seconds, but copying one does not.
    try Self.run("/bin/cp", ["-a", Self.template.get().path + "/data", folder.path])
    if let access {
      try Data(access.utf8).write(to: folder.url.appending(path: "data/pg_hba.conf"))
    }
    for (name, data) in files {
      let path = folder.path + "/data/" + name
      try data.write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      if let user = Self.user { chown(path, user.id, user.group) }
    }
    try start()
  }

  /// Starts a standby of another server, which has the name `standby` there.
  init(standbyOf other: PostgreSQLServer) throws {
    port = try NATSServer.freePort()
    folder = try TemporaryFolder()
    settings = ["cluster_name=standby"]
    let data = try Self.makeFolder(in: folder)
    let words = Self.command(
      "pg_basebackup", ["-D", data, "-d", other.url, "-U", NSUserName(), "-R", "-c", "fast", "-N"])
    try Self.run(words[0], Array(words.dropFirst()))
    try start()
  }

  deinit {
    // A stopped process does not react to signals.
    standStill(false)
    end(by: SIGQUIT)
  }

  func start() throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      guard ContinuousClock.now < end else { throw POSIXError(.ETIMEDOUT) }
      // A killed server may still have processes, which prevent the next start.
      if child.map({ waitpid($0, nil, WNOHANG) != 0 }) ?? true { child = try spawn() }
      if try isReady() { return }
      usleep(10_000)
    }
  }

  private func spawn() throws -> pid_t {
    let options = [
      "port=\(port)", "listen_addresses=127.0.0.1", "unix_socket_directories=",
      "shared_buffers=16MB", "logging_collector=off",
    ]
    let words = Self.command(
      "postgres", ["-D", "\(folder.path)/data"] + (options + settings).flatMap { ["-c", $0] })
    return try Subprocess.start(words[0], Array(words.dropFirst()))
  }

  private func isReady() throws -> Bool {
    let words = Self.command("pg_isready", ["-q", "-h", "127.0.0.1", "-p", "\(port)"])
    return try Subprocess.run(words[0], Array(words.dropFirst())).status == 0
  }

  func kill() {
    for process in processes { Foundation.kill(process, SIGKILL) }
    end(by: SIGKILL)
  }

  func stop() { end(by: SIGINT) }

  func standStill(_ isStill: Bool) {
    // The first process starts the others.
    for process in processes { Foundation.kill(process, isStill ? SIGSTOP : SIGCONT) }
  }

  /// The started process, which must be stopped, and its child processes.
  private var processes: [pid_t] {
    guard let child else { return [] }
    Foundation.kill(child, SIGSTOP)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return [child] + all.compactMap { pid_t($0) }.filter { Self.parent(of: $0) == child }
  }

  private static func parent(of process: pid_t) -> pid_t? {
    // The file has the form `12 (postgres) S 11 …`.
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let words = line?.split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 1 ? pid_t(words[1]) : nil
  }

  private func end(by signal: Int32) {
    guard let child else { return }
    Foundation.kill(child, signal)
    _ = try? Subprocess.status(of: child)
    self.child = nil
  }

  /// Runs SQL as the superuser, and returns its unaligned output.
  @discardableResult
  func sql(_ commands: String) throws -> String {
    try Self.run(
      Self.programs! + "/psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", commands])
  }

  // MARK: Users

  /// A folder with the data of a server that was never started.
  private static let template: Result<TemporaryFolder, any Error> = Result {
    let folder = try TemporaryFolder()
    // The folder exists until the process exits.
    atexit { try? FileManager.default.removeItem(at: PostgreSQLServer.template.get().url) }
    let data = try makeFolder(in: folder)
    let words = command(
      "initdb", ["-D", data, "-U", NSUserName(), "-A", "trust", "-E", "UTF8", "--no-locale", "-N"])
    try run(words[0], Array(words.dropFirst()))
    return folder
  }

  /// Creates a folder for data that belongs to the server's user.
  private static func makeFolder(in folder: TemporaryFolder) throws -> String {
    let data = folder.path + "/data"
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    if let user { chown(data, user.id, user.group) }
    return data
  }

  /// The user who runs the server, or nil for the current user. It must not be root.
  private static let user: (id: uid_t, group: gid_t)? = {
    guard geteuid() == 0 else { return nil }
    let found = ["postgres", "nobody"].lazy.compactMap { (name: String) in getpwnam(name) }.first
    return found.map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }
  }()

  private static func command(_ name: String, _ arguments: [String]) -> [String] {
    let words = ["\(programs!)/\(name)"] + arguments
    guard let user else { return words }
    return [
      "/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups",
    ] + words
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let run = try Subprocess.run(program, arguments)
    guard run.status == 0 else { throw FailedProgram(program: program, errors: run.errors) }
    return run.output
  }

  private struct FailedProgram: Error {
    let program: String
    let errors: String
  }
}
