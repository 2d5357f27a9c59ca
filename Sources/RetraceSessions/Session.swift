public import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The state of a profile at one moment, with its text.
///
/// ```swift
/// let before = try store.session
/// try store.open("swift.org")
/// let after = try store.session
/// let urls = try after.tabs.map(\.url)  // https://swift.org/
/// let changes = before.changes(to: after)  // a window and a tab opened, focus moved
/// ```
///
/// A session is a value, which never changes and can be used on any thread. The value contains no
/// text. Text is read on demand, and each list is read in one transaction of the log. Therefore,
/// forgotten text disappears from every session. A session keeps the log open. Before a profile can
/// be opened again in this process, the store and all of its sessions must be released.
///
/// Do not read a session inside a transaction of the log on the same thread, such as the closure of
/// `Store.read(_:)` or `Store.append(by:_:)`. Such a read is a programmer error and traps.
///
/// - Complexity: A copy is O(1).
public struct Session: Sendable {
  /// The complete state, including windows, tabs and bookmarks, without text.
  public let state: ProfileState
  let log: EventLog
  /// The private log for a session of private windows, or an empty log.
  let privateEvents: MemoryEvents

  /// Creates a session from a state of a log.
  init(
    _ state: ProfileState, _ log: EventLog,
    privateEvents: MemoryEvents = MemoryEvents(isPrivate: true)
  ) {
    self.state = state
    self.log = log
    self.privateEvents = privateEvents
  }

  /// The newest event of the session, or `.nothing` if the log is empty at that moment.
  /// `Store.session(at:)` accepts this event to return to the same moment.
  public var sequence: EventID { state.browser.sequence }

  /// Returns the differences between this session and another session of the same profile, like
  /// `ProfileState.changes(to:)`. The changes refer to events and contain no text.
  ///
  /// - Complexity: O(size of both sessions)
  public func changes(to other: Session) -> [Change] { state.changes(to: other.state) }

  /// Runs a closure that reads text, in one transaction of the log.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  func read<Value>(_ body: (SessionText) -> Value) throws -> Value {
    return try log.read { reader in
      BorrowedReader.withReader(reader) { body(SessionText($0, privateEvents)) }
    }
  }
}

extension Session: Equatable {
  /// Returns whether two sessions are the same state of the same log at the same event. To compare
  /// only the content, use `ProfileState.hasSameContent(as:)`.
  ///
  /// - Complexity: O(size of the state)
  public static func == (left: Session, right: Session) -> Bool {
    left.log === right.log && left.state == right.state
  }
}

extension Session: CustomStringConvertible {
  /// The windows with their tabs, one line each. Active tabs are marked.
  public var description: String {
    do {
      let windows = try windows
      return windows.isEmpty ? "no window" : windows.map(\.description).joined(separator: "\n")
    } catch {
      return "cannot be read: \(error)"
    }
  }
}
