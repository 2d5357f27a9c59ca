import Synchronization

/// A profile that the first batch makes: to look at a place, or to be refused there, leaves
/// nothing behind.
///
/// Until then it reads as an empty log. When another process makes the profile meanwhile, that
/// one is opened.
final class LazyProfile: Sendable {
  /// What is known about the profile, guarded by a lock.
  private struct State {
    var store: ProfileRecords?
    var isOwn = false
  }

  let profile: Profile
  private let mapBytes: Int
  private let state = Mutex(State())
  /// The empty log that is read as long as there is no profile.
  private let nothing = MemoryRecords()

  /// Opens the profile if there is one.
  ///
  /// - Throws: ``LogFailure`` for a place where no profile can ever be, such as a file or a
  ///   network file system.
  init(directory: String, mapBytes: Int) throws(LogFailure) {
    profile = try Profile(directory: directory)
    self.mapBytes = mapBytes
    try FileSystemKind.refuseNetwork(profile.directory, operation: "open")
    _ = try openedStore()
  }

  /// The profile, if it was opened or made already.
  var knownStore: ProfileRecords? { state.withLock(\.store) }

  /// Whether a batch of this log made the profile.
  var isMadeHere: Bool { state.withLock(\.isOwn) }

  /// Reads the profile, or an empty log when there is none.
  func read(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    if let store = try openedStore() { try store.read(body) } else { nothing.read(body) }
  }

  /// Writes to the profile, and makes it when it is missing.
  ///
  /// - Parameter body: Returns whether the batch is committed. While there is no profile it first
  ///   runs on an empty log in memory, up to the first record that it appends, which shows that a
  ///   profile is wanted; and then again in the profile.
  func write(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    if let store = try openedStore() { return try store.write(body) }
    let rehearsal = MemoryRecords(isRehearsal: true)
    rehearsal.write(body)
    guard rehearsal.wasPut else { return }
    if try !make(with: body), let store = try openedStore() { try store.write(body) }
  }

  /// Returns the profile, opened now if need be, or nil if there is none.
  func openedStore() throws(LogFailure) -> ProfileRecords? {
    try state.withLock { (state) throws(LogFailure) in
      if state.store == nil, try profile.state() == .profile { state.store = try open() }
      return state.store
    }
  }

  /// Makes the profile with its first batch in it, or not at all.
  ///
  /// - Returns: False when another process was faster. The batch is then still to be written.
  private func make(with body: (borrowing Writer) -> Bool) throws(LogFailure) -> Bool {
    try state.withLock { (state) throws(LogFailure) in
      guard state.store == nil else { return false }
      let draft = try profile.draft()
      do throws(LogFailure) {
        guard try write(body, to: draft.path) else {
          FileSystem.remove(draft.path)
          return true
        }
      } catch {
        FileSystem.remove(draft.path)
        // The user knows the place of the profile, not that of its draft.
        throw LogFailure(
          error.reason, code: error.code, operation: error.operation, path: profile.directory)
      }
      state.isOwn = try profile.put(draft)
      state.store = try open()
      return state.isOwn
    }
  }

  /// Writes the first batch into a profile that is not yet in its place.
  ///
  /// - Returns: Whether the batch was committed.
  private func write(
    _ body: (borrowing Writer) -> Bool, to draft: String
  ) throws(LogFailure) -> Bool {
    let store = try ProfileRecords(
      directory: draft, access: .readWrite, mapBytes: mapBytes)
    var isKept = false
    try store.write { writer in
      isKept = body(writer)
      return isKept
    }
    return isKept
  }

  /// Opens the profile that is in its place.
  private func open() throws(LogFailure) -> ProfileRecords {
    try ProfileRecords(
      directory: profile.directory, access: .readWrite, mapBytes: mapBytes)
  }
}
