public import BrowserModel
internal import EventLog
internal import Platform
internal import Timeline

/// What becomes different in a store, by itself and by other processes, as it happens.
///
/// ```swift
/// for try await change in StoreChanges(of: store, since: try store.cursor(named: "mirror")) {
///   mirrored = change.state.browser.tabCount
///   try store.acknowledge("mirror", through: change.sequence)
///   if mirrored > 0 { break }
/// }
/// ```
///
/// Nothing is asked for by the clock: the kernel reports writes, and after each report the newest
/// event is compared with the last one that was seen. So nothing is missed; what was written while
/// nobody waited comes as one change, however much it is. The loop ends when its task is cancelled.
///
/// Go through it where the store is used: it reads the store, which belongs to one thread or actor.
public struct StoreChanges: AsyncSequence {
  /// What is said of each change.
  public typealias Element = StoreChange
  /// Reading fails as the store does.
  public typealias Failure = StoreFailure

  private let store: Store
  private let cursor: EventID?

  /// Changes of a store from now on, or since an event.
  ///
  /// - Parameters:
  ///   - store: The store. Whoever goes through the changes keeps it.
  ///   - cursor: The newest event that is known already; nil for the store's newest. With an older
  ///     one, the first change is there at once.
  public init(of store: Store, since cursor: EventID? = nil) {
    self.store = store
    self.cursor = cursor
  }

  /// Begins to watch: what is written from now on is told.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store, since: cursor ?? store.timeline.position)
  }

  /// Goes from one change to the next.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: Store
    private let signal = WriteSignal()
    private var watcher: ProfileWatcher?
    private var observer: ChangeObserver?
    private let cursor: EventID

    init(_ store: Store, since cursor: EventID) {
      self.store = store
      self.cursor = cursor
      store.addSignal(signal)
    }

    /// Waits until something is different; nil once the task is cancelled.
    ///
    /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read or watched.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreFailure) -> StoreChange? {
      if observer == nil { try begin() }
      while !Task.isCancelled {
        if let change = try observer?.next(in: store) { return change }
        await signal.wait()
      }
      return nil
    }

    private mutating func begin() throws(StoreFailure) {
      // The watch first, so that what is written meanwhile is reported.
      if let directory = store.log.directory {
        watcher = try store.failing { () throws(LogFailure) in
          try ProfileWatcher(directory, signal)
        }
      }
      observer = try ChangeObserver(store, since: cursor)
    }
  }
}

/// Compares the state of a store with what was seen of it last.
///
/// It waits for nothing: ``next(in:)`` is called when something may have changed.
public struct ChangeObserver {
  private var seen: ProfileState

  /// Begins with what is known already.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - cursor: The newest event that is known; nil for the store's newest.
  /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read.
  /// - Complexity: O(tabs) for the newest; that of ``Store/moment(_:)`` for an older one.
  public init(_ store: Store, since cursor: EventID? = nil) throws(StoreFailure) {
    seen = try store.failing { () throws(LogFailure) in
      guard let cursor, cursor < store.timeline.position else { return try store.readState() }
      guard cursor.exists else { return ProfileState() }
      var past = try store.moment(Moment(newest: cursor))
      return try store.readState(of: &past)
    }
  }

  /// Returns what became different since the last call; nil where nothing was written.
  ///
  /// - Throws: ``StoreFailure/log(_:)`` when the log cannot be read. Nothing counts as seen then.
  /// - Complexity: O(tabs + bookmarks + events since).
  public mutating func next(in store: Store) throws(StoreFailure) -> StoreChange? {
    let former = seen
    let change = try store.failing { () throws(LogFailure) -> StoreChange? in
      try store.catchUp()
      guard store.timeline.position != former.browser.sequence else { return nil }
      let state = try store.readState()
      return StoreChange(
        commits: try store.commits(after: former.browser.sequence),
        former: former, changes: former.changes(to: state), state: state)
    }
    if let change { seen = change.state }
    return change
  }
}

/// Raises a signal whenever a profile may have changed, from a thread of its own.
private final class ProfileWatcher {
  private let thread: WorkThread
  private let stop: Int32

  init(_ directory: String, _ signal: WriteSignal) throws(LogFailure) {
    let watch = try ProfileWatch(of: directory)
    let ends: (reading: Int32, writing: Int32)
    do throws(SystemCode) {
      ends = try Descriptors.pipe()
    } catch {
      throw LogFailure(watching: directory, code: error.rawValue)
    }
    let started = WorkThread {
      while Descriptors.waitForInput(at: watch.descriptor, or: ends.reading) {
        if watch.wait(milliseconds: 0) { signal.raise() }
      }
      Descriptors.close(ends.reading)
    }
    guard let started else {
      Descriptors.close(ends.reading)
      Descriptors.close(ends.writing)
      throw LogFailure(watching: directory, code: SystemCode.last.rawValue)
    }
    thread = started
    stop = ends.writing
  }

  deinit {
    Descriptors.close(stop)
    thread.join()
  }
}

/// What became different in the durable state since somebody looked last.
public struct StoreChange: Sendable {
  /// What was written, oldest first. Where very much was, only the newest
  /// ``commitLimit`` are listed.
  public let commits: [CommitNote]
  /// The state before it, as it was told last.
  public let former: ProfileState
  /// What differs between ``former`` and ``state``. It can be empty, as where something was done
  /// and undone.
  public let changes: [Change]
  /// The state after all of it.
  public let state: ProfileState

  /// The newest event: what ``Store/acknowledge(_:through:)`` takes.
  public var sequence: EventID { state.browser.sequence }

  /// How many commits are listed at most: 1,000.
  public static let commitLimit = 1_000
}

/// One batch that was written, and by whom.
public struct CommitNote: Hashable, Sendable {
  /// The batch.
  public let batch: BatchID
  /// Its newest event.
  public let sequence: EventID
  /// Who caused it.
  public let actor: Event.Actor
  /// The program that acted; nil where the front end itself did.
  public let agent: String?
  /// What the action is called; nil where nobody named it.
  public let name: String?
}
