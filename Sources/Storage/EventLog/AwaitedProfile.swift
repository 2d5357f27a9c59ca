import Synchronization

/// The place of a profile that is made by the first batch that is kept: to look at a place, or to be
/// refused there, leaves nothing behind.
///
/// Until then it reads as an empty log. A profile that another process makes meanwhile is taken up.
final class AwaitedProfile: Sendable {
  private struct State {
    var store: ProfileStore?
    var isOwn = false
  }

  let profile: Profile
  private let mapBytes: Int
  private let state = Mutex(State())
  private let nothing = MemoryStore()

  /// Refuses a place where no profile can ever be.
  init(directory: String, mapBytes: Int) throws(LogFailure) {
    profile = try Profile(directory: directory)
    self.mapBytes = mapBytes
    guard try !FileSystemKind.isNetwork(at: profile.directory) else {
      throw LogFailure(.networkFileSystem, operation: "open", path: profile.directory)
    }
    _ = try openedStore()
  }

  /// The profile as far as it was opened or made already.
  var knownStore: ProfileStore? { state.withLock(\.store) }

  /// Whether this log made the profile.
  var isMadeHere: Bool { state.withLock(\.isOwn) }

  func read(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    if let store = try openedStore() { try store.read(body) } else { nothing.read(body) }
  }

  /// - Parameter body: Tells whether the batch is to be kept. Where there is no profile yet it runs up
  ///   to the first record that it puts, which shows that one is wanted, and then again.
  func write(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    if let store = try openedStore() { return try store.write(body) }
    let rehearsal = MemoryStore(isRehearsal: true)
    rehearsal.write(body)
    guard rehearsal.wasPut else { return }
    if try !make(with: body), let store = try openedStore() { try store.write(body) }
  }

  /// The profile, where there is one.
  func openedStore() throws(LogFailure) -> ProfileStore? {
    try state.withLock { (state) throws(LogFailure) in
      if state.store == nil, try profile.state() == .profile { state.store = try open() }
      return state.store
    }
  }

  /// Makes the profile with its first batch in it, or not at all; false where another process was
  /// faster.
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
        // What was to be made is the place that a person knows.
        throw LogFailure(
          error.reason, code: error.code, operation: error.operation, path: profile.directory)
      }
      state.isOwn = try profile.put(draft)
      state.store = try open()
      return state.isOwn
    }
  }

  /// Whether the batch was kept.
  private func write(
    _ body: (borrowing Writer) -> Bool, to draft: String
  ) throws(LogFailure) -> Bool {
    let store = try ProfileStore(
      directory: draft, access: .readWrite, mapBytes: mapBytes)
    var isKept = false
    try store.write { writer in
      isKept = body(writer)
      return isKept
    }
    return isKept
  }

  private func open() throws(LogFailure) -> ProfileStore {
    try ProfileStore(
      directory: profile.directory, access: .readWrite, mapBytes: mapBytes)
  }
}
