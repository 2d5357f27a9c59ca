public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

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
  ///   - cursor: The newest event that is known already, or nil for the store's newest. With an
  ///     older one, the first change is there at once.
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

/// Raises a signal whenever a profile may have changed, from a thread of its own.
private final class ProfileWatcher {
  private let thread: WorkThread
  private let stop: Int32

  init(_ directory: String, _ signal: WriteSignal) throws(LogFailure) {
    let watch = try ProfileWatch(of: directory)
    let ends: (reading: Int32, writing: Int32)
    do throws(Errno) {
      ends = try FileDescriptor.pipe()
    } catch {
      throw LogFailure(watching: directory, code: error.rawValue)
    }
    let started = WorkThread {
      while FileDescriptor.waitForInput(at: watch.descriptor, or: ends.reading) {
        if watch.wait(milliseconds: 0) { signal.raise() }
      }
      FileDescriptor.close(ends.reading)
    }
    guard let started else {
      FileDescriptor.close(ends.reading)
      FileDescriptor.close(ends.writing)
      throw LogFailure(watching: directory, code: Errno.last.rawValue)
    }
    thread = started
    stop = ends.writing
  }

  deinit {
    FileDescriptor.close(stop)
    thread.join()
  }
}
