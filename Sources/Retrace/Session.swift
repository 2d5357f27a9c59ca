public import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The state of a profile at one moment, with its words.
///
/// ```swift
/// let before = try store.session
/// try store.open("swift.org")
/// let after = try store.session
/// let urls = try after.tabs.map(\.url)  // https://swift.org/
/// let changes = before.changes(to: after)  // a window and a tab opened, the focus went there
/// ```
///
/// A session is a value: it stays as it is whatever is done later, and may go to any thread. It has
/// no words itself. They are read when somebody asks, each list in one transaction of the log, so
/// what was forgotten meanwhile is gone from every session. It keeps the log open: before a profile
/// is opened again in this process, the store and all of its sessions must be gone.
///
/// Do not ask inside a transaction of the log on the same thread, such as the closure of
/// `Store.read(_:)` or `Store.append(by:_:)`: that is a programmer error and traps.
///
/// - Complexity: A copy is O(1).
public struct Session: Sendable {
  /// Windows, tabs, bookmarks and the rest, without words.
  public let state: ProfileState
  let log: EventLog
  /// The private log, for a session of private windows, otherwise empty.
  let privateEvents: MemoryEvents

  /// Makes a session of a state of a log.
  init(
    _ state: ProfileState, _ log: EventLog,
    privateEvents: MemoryEvents = MemoryEvents(isPrivate: true)
  ) {
    self.state = state
    self.log = log
    self.privateEvents = privateEvents
  }

  /// The newest event of the moment; `.nothing` before the first. ``Store/session(at:)`` comes
  /// back to it.
  public var sequence: EventID { state.browser.sequence }

  /// Returns what differs between this session and another one of the same profile, as
  /// `ProfileState.changes(to:)` does: by the events that said it, without words.
  ///
  /// - Complexity: O(size of both)
  public func changes(to other: Session) -> [Change] { state.changes(to: other.state) }

  /// Reads in one transaction.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  func read<Value>(_ body: (SessionText) -> Value) throws(StoreFailure) -> Value {
    do throws(LogFailure) {
      return try log.read { (reader) throws(LogFailure) in
        BorrowedReader.withReader(reader) { body(SessionText($0, privateEvents)) }
      }
    } catch {
      throw .log(error)
    }
  }
}

extension Session: Equatable {
  /// Returns whether both are the same state of the same log, at the same event. To ask whether
  /// they show the same, whatever event they are at, use `ProfileState.hasSameContent(as:)`.
  ///
  /// - Complexity: O(size of the state)
  public static func == (left: Session, right: Session) -> Bool {
    left.log === right.log && left.state == right.state
  }
}

extension Session: CustomStringConvertible {
  /// The windows with their tabs, a line each; the tabs in front are marked.
  public var description: String {
    do throws(StoreFailure) {
      let windows = try windows
      return windows.isEmpty ? "no window" : windows.map(\.description).joined(separator: "\n")
    } catch {
      return "cannot be read: \(error.message)"
    }
  }
}
