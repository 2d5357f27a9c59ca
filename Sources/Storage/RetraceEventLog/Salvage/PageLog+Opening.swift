import CLMDB
import Platform

extension PageLog {
  /// Reads one state of the log of a profile.
  ///
  /// If LMDB's lock is available, writers do not change the pages of that state while `body` runs.
  /// If the medium or the permissions do not allow a lock, another process may write while `body`
  /// runs. In that case, `body` runs again on a newer state.
  ///
  /// - Parameters:
  ///   - path: The profile directory.
  ///   - log: The log, if this process has it open.
  ///   - body: Reads the state. It may run more than once.
  /// - Throws: ``LogError/Reason/missing`` if there is no profile, errors of the system, and
  ///   ``LogError/Reason/overwritten`` if other processes wrote during every attempt.
  public static func read<Value>(
    profile path: String, log: EventLog? = nil,
    _ body: (PageLog) throws -> Value
  ) throws -> Value {
    for _ in 0..<attempts {
      if let store = log?.profileStore {
        if let value = try read(store, body) { return value }
      } else if let value = try readUnlessReplaced(Profile(directory: path), body) {
        return value
      }
    }
    throw LogError(.overwritten, operation: "read", path: path)
  }

  private static let attempts = 8

  /// Reads a profile that this process does not have open. Returns nil if the state was overwritten
  /// during the read, or if the live environment was replaced and removed before it could be
  /// opened.
  private static func readUnlessReplaced<Value>(
    _ profile: Profile, _ body: (PageLog) throws -> Value
  ) throws -> Value? {
    let current = try? profile.namedEnvironment()
    do { return try read(profile, body) } catch let error as LogError {
      guard error.code == ENOENT, let now = try? profile.namedEnvironment(), now != current else {
        throw error
      }
      return nil
    }
  }

  /// Reads a profile that this process has open. Returns nil if the state was overwritten during
  /// the read.
  private static func read<Value>(
    _ store: ProfileRecords, _ body: (PageLog) throws -> Value
  ) throws -> Value? {
    let noted = store.note.sequence
    return try store.withSnapshot { environment, transaction throws in
      let pages = try PageLog(
        try environment.descriptor(), of: store.profile.directory, noted: noted,
        transaction: transaction)
      let value = try body(pages)
      let isHeld = environment.hasLock && pages.isHeld
      return !isHeld && pages.mayBeOverwritten ? nil : value
    }
  }

  /// Reads a profile that this process does not have open. Returns nil if the state was overwritten
  /// during the read.
  private static func read<Value>(
    _ profile: Profile, _ body: (PageLog) throws -> Value
  ) throws -> Value? {
    guard try profile.state() == .profile else {
      throw LogError(.missing, code: ENOENT, operation: "open", path: profile.directory)
    }
    // The noted number is read before the state. It may be outdated, but is never ahead of the log.
    let noted = NewestSequenceFile(path: profile.notePath, access: .readOnly).sequence
    let directory = try LiveEnvironment(profile).directory
    if let watched = try OpenEnvironments.watch(directory) {
      defer { OpenEnvironments.close(watched) }
      if let transaction = try? Transaction(watched, kind: .read) {
        defer { transaction.abort() }
        let pages = try PageLog(
          try watched.descriptor(), of: profile.directory, noted: noted,
          transaction: transaction.number)
        let value = try body(pages)
        return !pages.isHeld && pages.mayBeOverwritten ? nil : value
      }
    }
    let descriptor = try FileSystem.open(directory + "/data.mdb", O_RDONLY)
    defer { close(descriptor) }
    let pages = try PageLog(descriptor, of: profile.directory, noted: noted)
    let value = try body(pages)
    return pages.mayBeOverwritten ? nil : value
  }
}

extension OpenEnvironments {
  /// Opens LMDB's environment without reading its trees, so that writers respect a reader of this
  /// process.
  ///
  /// - Returns: The environment, or nil if no lock is available or needed. Without a lock file, no
  ///   other process is writing.
  /// - Throws: ``LogError/Reason/alreadyOpen`` if this process has the file open.
  static func watch(_ directory: String) throws -> Environment? {
    let file = try Environment.file(in: directory)
    guard !has(file) else {
      throw LogError(
        .alreadyOpen, operation: "open", path: FileSystem.parent(of: directory))
    }
    guard FileSystem.mayBeWritten(directory + "/lock.mdb"), try headsAreSound(directory) else {
      return nil
    }
    guard let environment = try? Environment.watching(directory) else { return nil }
    add(environment)
    return environment
  }

  /// Whether both head pages are intact. LMDB reads them when it opens the file, and trusts them.
  private static func headsAreSound(_ directory: String) throws -> Bool {
    let descriptor = try FileSystem.open(directory + "/data.mdb", O_RDONLY)
    defer { Platform.close(descriptor) }
    return PageHeads(descriptor).areSound
  }
}

extension ProfileRecords {
  /// Runs a closure while the pages of the newest state do not change, without reading LMDB's
  /// trees.
  func withSnapshot<Value>(
    _ body: (Environment, UInt64) throws -> Value
  ) throws -> Value {
    try repeating {
      let environment = try liveEnvironment()
      let transaction: Transaction
      do {
        transaction = try Transaction(environment, kind: .read)
      } catch let error as LogError where error.code == MDB_MAP_RESIZED {
        throw LogError(retryAfter: .adoptMap)
      }
      defer { transaction.abort() }
      return try body(environment, transaction.number)
    }
  }
}
