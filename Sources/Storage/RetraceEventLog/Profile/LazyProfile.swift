import Synchronization

/// A profile that the first batch creates. Therefore, neither reading a missing profile nor a
/// rejected command creates files.
///
/// Until the first batch, the profile appears as an empty log. If another process creates the
/// profile in the meantime, that profile is opened.
final class LazyProfile: Sendable {
  /// The state of the profile, guarded by a lock.
  private struct State {
    var store: ProfileRecords?
    var isOwn = false
  }

  let profile: Profile
  private let mapBytes: Int
  private let state = Mutex(State())
  /// The empty log that is read while the profile does not exist.
  private let nothing = StorageRecords(MemoryRecords())

  /// Opens the profile if it exists.
  ///
  /// - Throws: ``LogError`` if the path cannot contain a profile, for example because it leads to a
  ///   file or to a network file system.
  init(directory: String, mapBytes: Int) throws {
    profile = try Profile(directory: directory)
    self.mapBytes = mapBytes
    try FileSystemKind.refuseNetwork(profile.directory, operation: "open")
    _ = try openedStore()
  }

  /// The profile, or nil if the profile has not been opened or created yet.
  var knownStore: ProfileRecords? { state.withLock(\.store) }

  /// Whether a batch of this log created the profile.
  var isMadeHere: Bool { state.withLock(\.isOwn) }

  /// Reads the profile, or an empty log if the profile does not exist.
  func read(_ body: (borrowing Reader) -> Void) throws {
    if let store = try openedStore() { try store.read(body) } else { try nothing.read(body) }
  }

  /// Writes to the profile, and creates it if it is missing.
  ///
  /// - Parameter body: Returns whether to commit the batch. If the profile does not exist, the
  ///   closure first runs on an empty log in memory, up to the first record that it appends. If the
  ///   closure writes anything, the profile is created and the closure runs again in the profile.
  func write(_ body: (borrowing Writer) -> Bool) throws {
    if let store = try openedStore() { return try store.write(body) }
    let rehearsal = MemoryRecords(isRehearsal: true)
    try StorageRecords(rehearsal).write(body)
    guard rehearsal.wasPut else { return }
    if try !make(with: body), let store = try openedStore() { try store.write(body) }
  }

  /// Returns the profile, opening it if necessary, or nil if the profile does not exist.
  func openedStore() throws -> ProfileRecords? {
    try state.withLock { state in
      if state.store == nil, try profile.state() == .profile { state.store = try open() }
      return state.store
    }
  }

  /// Creates the profile with its first batch, or not at all.
  ///
  /// - Returns: False if another thread or process created the profile first. In that case, the
  ///   caller must write the batch to that profile.
  private func make(with body: (borrowing Writer) -> Bool) throws -> Bool {
    try state.withLock { state in
      guard state.store == nil else { return false }
      let draft = try profile.draft()
      do {
        guard try write(body, to: draft.path) else {
          FileSystem.remove(draft.path)
          return true
        }
      } catch let error as LogError {
        FileSystem.remove(draft.path)
        // The user knows the path of the profile, but not the path of its draft.
        throw LogError(
          error.reason, code: error.code, operation: error.operation, path: profile.directory)
      }
      state.isOwn = try profile.put(draft)
      state.store = try open()
      return state.isOwn
    }
  }

  /// Writes the first batch into a draft of the profile.
  ///
  /// - Returns: Whether the batch was committed.
  private func write(
    _ body: (borrowing Writer) -> Bool, to draft: String
  ) throws -> Bool {
    let store = try ProfileRecords(
      directory: draft, access: .readWrite, mapBytes: mapBytes)
    var isKept = false
    try store.write { writer in
      isKept = body(writer)
      return isKept
    }
    return isKept
  }

  /// Opens the existing profile.
  private func open() throws -> ProfileRecords {
    try ProfileRecords(
      directory: profile.directory, access: .readWrite, mapBytes: mapBytes)
  }
}
