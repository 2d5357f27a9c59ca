import Platform
import Synchronization

/// The environments that are open in this process. Each file can be open at most once, regardless
/// of the path.
///
/// LMDB itself would open a file twice, and closing one of the two environments would release the
/// locks of both.
enum OpenEnvironments {
  /// The open files, and the process that opened them. In a forked child, the table is reset.
  private struct Table {
    var process: pid_t = 0
    var files: [FileSystem.Identity] = []

    mutating func remove(_ environment: Environment) {
      files.removeAll { $0 == environment.file }
    }
  }

  private static let table = Mutex(Table())

  /// Opens the live environment of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - access: The access mode.
  ///   - mapBytes: The address space to reserve.
  ///   - makesProfile: Whether to create a missing profile.
  /// - Throws: ``LogError/Reason/alreadyOpen``; ``LogError/Reason/missing`` if there is no profile
  ///   and `makesProfile` is false; the errors of ``Environment/open(_:access:mapBytes:)``.
  static func open(
    _ profile: Profile, access: EventLog.Access, mapBytes: Int, makesProfile: Bool
  ) throws -> Environment {
    try table.withLock { table in
      if table.process != getpid() { table = Table(process: getpid()) }
      try prepare(profile, makesProfile: makesProfile)
      return try openLive(of: profile, access: access, mapBytes: mapBytes, in: &table)
    }
  }

  /// Whether this process has a file open.
  static func has(_ file: FileSystem.Identity) -> Bool {
    table.withLock { $0.process == getpid() && $0.files.contains(file) }
  }

  /// Adds an environment that was opened elsewhere.
  static func add(_ environment: Environment) {
    table.withLock { table in
      if table.process != getpid() { table = Table(process: getpid()) }
      table.files.append(environment.file)
    }
  }

  /// Closes an environment, which must not have an open transaction.
  static func close(_ environment: Environment) {
    table.withLock { table in
      environment.close()
      if table.process == getpid() { table.remove(environment) }
    }
  }

  /// Throws if the profile is on a network file system, and creates a missing profile if
  /// `makesProfile` is true.
  private static func prepare(_ profile: Profile, makesProfile: Bool) throws {
    try FileSystemKind.refuseNetwork(profile.directory, operation: "open")
    guard try profile.state() != .profile else { return }
    guard makesProfile else {
      throw LogError(.missing, code: ENOENT, operation: "open", path: profile.directory)
    }
    try profile.create()
  }

  /// The maximum number of attempts to find the live environment. Each attempt except the last one
  /// fails because a compaction has replaced the environment. If more attempts are needed, the file
  /// system returns inconsistent results.
  private static let maximumAttempts = 100

  /// Opens the environment that `current` names. If that environment was replaced, opens its
  /// replacement. This is necessary because a killed compaction may not have updated `current`.
  private static func openLive(
    of profile: Profile, access: EventLog.Access, mapBytes: Int, in table: inout Table
  ) throws -> Environment {
    var current = try profile.currentEnvironment()
    var directory = current
    var attempt = 0
    while true {
      attempt += 1
      do {
        let environment = try open(
          directory, of: profile, access: access, mapBytes: mapBytes, in: &table)
        guard let next = try successor(of: environment, of: profile, in: &table) else {
          return environment
        }
        guard attempt < maximumAttempts else {
          throw LogError(code: EAGAIN, operation: "find the live log", path: profile.directory)
        }
        directory = next
      } catch let error as LogError {
        // Another process may have compacted the profile and removed the environment.
        let before = current
        current = try profile.currentEnvironment()
        guard current != before, error.reason != .alreadyOpen, attempt < maximumAttempts else {
          throw error
        }
        directory = current
      }
    }
  }

  /// Opens one environment and adds it to the table.
  private static func open(
    _ directory: String, of profile: Profile, access: EventLog.Access, mapBytes: Int,
    in table: inout Table
  ) throws -> Environment {
    let file = try Environment.file(in: directory)
    guard !table.files.contains(file) else {
      throw LogError(.alreadyOpen, operation: "open", path: profile.directory)
    }
    let environment = try Environment.open(directory, access: access, mapBytes: mapBytes)
    table.files.append(environment.file)
    return environment
  }

  /// Returns nil if an environment is live, after updating `current` to name it. Otherwise, closes
  /// the environment and returns the path of its replacement.
  private static func successor(
    of environment: Environment, of profile: Profile, in table: inout Table
  ) throws -> String? {
    do {
      if try environment.isLive(in: profile) { return nil }
      guard let next = try environment.successor(in: profile) else {
        throw LogError(.damaged, operation: "find the live log", path: profile.directory)
      }
      // The marker must be set before `current` changes, because every environment that `current`
      // does not name needs a marker.
      if environment.access == .readWrite { Marker.superseded.put(in: environment.directory) }
      environment.close()
      table.remove(environment)
      return next
    } catch {
      environment.close()
      table.remove(environment)
      throw error
    }
  }
}

extension Environment {
  /// Whether no other environment has replaced this environment. If so, `current` is updated to
  /// name it.
  fileprivate func isLive(in profile: Profile) throws -> Bool {
    guard try !isSuperseded() else { return false }
    guard access == .readWrite, try profile.namedEnvironment() != directory else { return true }
    // A process that replaces this environment holds its write transaction.
    let transaction = try Transaction(self, kind: .write)
    defer { transaction.abort() }
    guard try !transaction.isSuperseded() else { return false }
    // If the disk is full, `current` still names an older environment, which leads here.
    do { try profile.setCurrent(directory) } catch {}
    return true
  }
}
