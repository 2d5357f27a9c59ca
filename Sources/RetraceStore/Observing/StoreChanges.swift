public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// The changes of a store as they happen, whether made by the store itself or by other processes.
///
/// ```swift
/// for try await change in StoreChanges(of: store, since: try store.cursor(named: "mirror")) {
///   mirrored = change.state.browser.tabCount
///   try store.acknowledge("mirror", through: change.sequence)
///   if mirrored > 0 { break }
/// }
/// ```
///
/// There is no polling: the kernel reports writes, and after each report the newest event is
/// compared with the last observed event. Nothing is missed. Everything written between two
/// iterations is reported as a single change. The loop ends when its task is cancelled.
///
/// Iterate on the thread or actor that uses the store, because the iterator reads the store.
public struct StoreChanges: AsyncSequence {
  /// A change of the store.
  public typealias Element = StoreChange
  /// Any error. Errors of the log are of type `LogError`.
  public typealias Failure = any Error

  private let store: Store
  private let cursor: EventID?

  /// Creates the sequence of changes from now on, or since an event.
  ///
  /// - Parameters:
  ///   - store: The store. Iterators retain it.
  ///   - cursor: The newest known event, or nil for the newest event of the store. With an older
  ///     event, the first change is available immediately.
  public init(of store: Store, since cursor: EventID? = nil) {
    self.store = store
    self.cursor = cursor
  }

  /// Starts watching. Everything written from now on is reported.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store, since: cursor ?? store.timeline.position)
  }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: Store
    private let signal = WriteSignal()
    /// The object that raises the signal when another process writes. It stops when it is released.
    private var watcher: AnyObject?
    private var observer: ChangeObserver?
    private let cursor: EventID

    init(_ store: Store, since cursor: EventID) {
      self.store = store
      self.cursor = cursor
      store.addSignal(signal)
    }

    /// Waits until there is a change, or returns nil once the task is cancelled.
    ///
    /// - Throws: `LogError` if the log cannot be read or watched.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> StoreChange? {
      if observer == nil { try begin() }
      while !Task.isCancelled {
        if let change = try observer?.next(in: store) { return change }
        await signal.wait()
      }
      return nil
    }

    private mutating func begin() throws {
      // The watch comes first, so that writes in the meantime are reported.
      if let directory = store.log.directory {
        watcher = try ProfileWatcher(directory, signal)
      } else {
        watcher = try store.log.storage?.watch { [signal] in signal.raise() }
      }
      observer = try ChangeObserver(store, since: cursor)
    }
  }
}

/// Raises a signal whenever a profile may have changed, from a separate thread.
private final class ProfileWatcher {
  private let thread: WorkThread
  private let stop: Int32

  init(_ directory: String, _ signal: WriteSignal) throws {
    let watch = try ProfileWatch(of: directory)
    let ends: (reading: Int32, writing: Int32)
    do {
      ends = try FileDescriptor.pipe()
    } catch let error as Errno {
      throw LogError(watching: directory, code: error.rawValue)
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
      throw LogError(watching: directory, code: Errno.last.rawValue)
    }
    thread = started
    stop = ends.writing
  }

  deinit {
    FileDescriptor.close(stop)
    thread.join()
  }
}
