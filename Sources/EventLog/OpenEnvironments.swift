import Glibc
import Synchronization

/// The environments that are open in this process: one a file, whatever the path.
///
/// LMDB accepts a second one, and closing either then drops the locks of both.
enum OpenEnvironments {
  private struct Table {
    var process: pid_t = 0
    var files: Set<FileSystem.Identity> = []
  }

  private static let table = Mutex(Table())

  /// Opens the live environment of a profile, and makes the profile first when it may.
  static func open(
    _ profile: Profile, access: EventLog.Access, mapBytes: Int
  ) throws(LogFailure) -> Environment {
    try table.withLock { (table) throws(LogFailure) in
      if table.process != getpid() { table = Table(process: getpid()) }
      try prepare(profile, access: access)
      return try openCurrent(of: profile, access: access, mapBytes: mapBytes, in: &table)
    }
  }

  /// Closes an environment, in which no transaction may be open.
  static func close(_ environment: Environment) {
    table.withLock { table in
      environment.close()
      if table.process == getpid() { table.files.remove(environment.file) }
    }
  }

  private static func prepare(_ profile: Profile, access: EventLog.Access) throws(LogFailure) {
    let kind = try FileSystemKind.of(profile.directory)
    guard !kind.isNetwork else {
      throw LogFailure(.networkFileSystem, operation: "open", path: profile.directory)
    }
    guard try profile.state() != .profile else { return }
    guard access == .readWrite else {
      throw LogFailure(.missing, code: ENOENT, operation: "open", path: profile.directory)
    }
    try profile.create()
  }

  /// Follows `current` again when a compaction has moved it on the way.
  private static func openCurrent(
    of profile: Profile, access: EventLog.Access, mapBytes: Int, in table: inout Table
  ) throws(LogFailure) -> Environment {
    while true {
      let directory = try profile.currentEnvironment()
      do throws(LogFailure) {
        let file = try Environment.file(in: directory)
        guard !table.files.contains(file) else {
          throw LogFailure(.alreadyOpen, operation: "open", path: profile.directory)
        }
        let environment = try Environment.open(directory, access: access, mapBytes: mapBytes)
        table.files.insert(environment.file)
        return environment
      } catch {
        guard try profile.currentEnvironment() != directory else { throw error }
      }
    }
  }
}
