import CLMDB
import Glibc

extension PageLog {
  /// Reads one state of the log of a profile.
  ///
  /// Where LMDB's lock can be had, writers leave the pages of that state alone meanwhile. Where it
  /// cannot, because the medium or the permissions allow no more, and somebody writes, `body` runs
  /// again on a newer state.
  ///
  /// - Parameters:
  ///   - path: The profile directory.
  ///   - log: The log, where this process has it open.
  ///   - body: Reads. It may run more than once.
  /// - Throws: ``LogFailure/Reason/missing`` when there is no profile, what the system refuses, and
  ///   ``LogFailure/Reason/overwritten`` when others wrote at every try.
  public static func read<Value>(
    profile path: String, log: EventLog? = nil,
    _ body: (PageLog) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    for _ in 0..<attempts {
      if let store = log?.profileStore {
        if let value = try read(store, body) { return value }
      } else if let value = try readUnlessReplaced(Profile(directory: path), body) {
        return value
      }
    }
    throw LogFailure(.overwritten, operation: "read", path: path)
  }

  private static let attempts = 8

  /// Reads a profile that this process has not open, or nil if it was written over, or when the log
  /// was replaced and removed before it could be opened.
  private static func readUnlessReplaced<Value>(
    _ profile: Profile, _ body: (PageLog) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    let current = try? profile.namedEnvironment()
    do throws(LogFailure) { return try read(profile, body) } catch {
      guard error.code == ENOENT, let now = try? profile.namedEnvironment(), now != current else {
        throw error
      }
      return nil
    }
  }

  /// Reads the environment that this process has open, or nil if it was written over meanwhile.
  private static func read<Value>(
    _ store: ProfileRecords, _ body: (PageLog) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    let noted = store.note.sequence
    return try store.withSnapshot { environment, transaction throws(LogFailure) in
      let pages = try PageLog(
        try environment.descriptor(), of: store.profile.directory, noted: noted,
        transaction: transaction)
      let value = try body(pages)
      let isHeld = environment.hasLock && pages.isHeld
      return !isHeld && pages.mayBeOverwritten ? nil : value
    }
  }

  /// Reads a profile that this process has not open.
  private static func read<Value>(
    _ profile: Profile, _ body: (PageLog) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value? {
    guard try profile.state() == .profile else {
      throw LogFailure(.missing, code: ENOENT, operation: "open", path: profile.directory)
    }
    // Before the state that is read: a note may lag behind, and never be ahead.
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
  /// Opens LMDB without looking into its trees, so that writers know of a reader.
  ///
  /// - Returns: Nil where no lock can be had or is needed: without a lock file nobody writes.
  /// - Throws: ``LogFailure/Reason/alreadyOpen`` when this process has the file open.
  static func watch(_ directory: String) throws(LogFailure) -> Environment? {
    let file = try Environment.file(in: directory)
    guard !has(file) else {
      throw LogFailure(
        .alreadyOpen, operation: "open", path: FileSystem.parent(of: directory))
    }
    guard FileSystem.mayBeWritten(directory + "/lock.mdb"), try headsAreSound(directory) else {
      return nil
    }
    guard let environment = try? Environment.watching(directory) else { return nil }
    add(environment)
    return environment
  }

  /// LMDB reads the head pages alone when it opens the file, and trusts them.
  private static func headsAreSound(_ directory: String) throws(LogFailure) -> Bool {
    let descriptor = try FileSystem.open(directory + "/data.mdb", O_RDONLY)
    defer { Glibc.close(descriptor) }
    return PageHeads(descriptor).areSound
  }
}

extension ProfileRecords {
  /// Runs a closure while the pages of the newest state stay as they are, without looking into
  /// LMDB's trees.
  func withSnapshot<Value>(
    _ body: (Environment, UInt64) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    let result = try repeating { () throws(Interruption) -> Result<Value, LogFailure> in
      let environment = try liveEnvironment()
      let transaction: Transaction
      do throws(LogFailure) {
        transaction = try Transaction(environment, kind: .read)
      } catch {
        throw error.code == MDB_MAP_RESIZED ? .again(.adoptMap) : .failed(error)
      }
      defer { transaction.abort() }
      do throws(LogFailure) {
        return .success(try body(environment, transaction.number))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
