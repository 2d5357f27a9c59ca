public import BrowserModel
internal import EventLog
internal import Timeline

/// The words of both logs, the durable and the private one, while a store lends them.
public final class LogText: TextSource {
  private var reader: UnsafePointer<Reader>?
  private let privateLog: PrivateLog
  private var hosts = HostIndex()
  private var bookmarkIndex = BookmarkIndex()

  /// Words of which nothing is known yet.
  init(_ privateLog: PrivateLog) { self.privateLog = privateLog }

  /// Words of which the same is known.
  init(copying other: LogText) {
    privateLog = other.privateLog
    hosts = other.hosts
    bookmarkIndex = other.bookmarkIndex
  }

  /// Lends the words of a reader; they are used up when `body` returns.
  func lend<Value, Failure: Error>(
    _ reader: borrowing Reader, _ body: (LogText) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outer = self.reader
    defer { self.reader = outer }
    return try withUnsafePointer(to: reader) { pointer throws(Failure) in
      self.reader = pointer
      return try body(self)
    }
  }

  /// Forgets what is known of words that may be gone, or may not count any more.
  func removeAll() {
    hosts.removeAll()
    bookmarkIndex.removeAll()
  }

  private var lent: UnsafePointer<Reader> {
    guard let reader else {
      preconditionFailure("These words are only valid while the session lends them.")
    }
    return reader
  }

  public func text(_ field: TextField, of event: EventID) -> String? {
    if event.isPrivate { return privateLog.events.text(field, of: event) }
    return lent.pointee.text(field, of: event)
  }

  public func transition(of event: EventID) -> Transition? {
    if event.isPrivate { return privateLog.events.transition(of: event) }
    return lent.pointee.transition(of: event)
  }

  func isBookmarked(
    _ url: String, in browser: Browser, _ reader: borrowing Reader
  ) throws(LogFailure) -> Bool {
    try bookmarkIndex.has(url, in: browser, reader)
  }

  public func site(named host: String, among sites: SiteTable) -> EventID? {
    hosts.site(named: host, among: sites) { self.text(.host, of: $0) }
  }
}
