public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// The texts of the durable log and the private log, valid while ``Store/read(_:)`` runs a closure.
///
/// Looking up a text after that closure has returned is a programmer error and traps.
public final class LogText: TextSource {
  /// The reader of the transaction for look-ups, or nil outside a transaction.
  private var reader: BorrowedReader?
  private let privateLog: PrivateLog
  /// The hosts with a zoom, by name.
  private var hosts = HostIndex()
  /// The addresses of bookmarks.
  private var bookmarkIndex = BookmarkIndex()

  /// Creates a text source with empty caches.
  init(_ privateLog: PrivateLog) { self.privateLog = privateLog }

  /// Creates a text source with a copy of another text source's caches.
  init(copying other: LogText) {
    privateLog = other.privateLog
    hosts = other.hosts
    bookmarkIndex = other.bookmarkIndex
  }

  /// Looks up texts in a transaction while `body` runs.
  func withReader<Value>(
    _ reader: borrowing Reader, _ body: (LogText) throws -> Value
  ) rethrows -> Value {
    let outer = self.reader
    defer { self.reader = outer }
    return try BorrowedReader.withReader(reader) { pointer in
      self.reader = pointer
      return try body(self)
    }
  }

  /// Clears the caches, because their texts may have been removed or be outdated.
  func removeAll() {
    hosts.removeAll()
    bookmarkIndex.removeAll()
  }

  /// The reader of the transaction. Traps outside a transaction.
  private var lent: BorrowedReader {
    guard let reader else {
      preconditionFailure("Texts can be looked up only while Store.read(_:) runs a closure.")
    }
    return reader
  }

  /// Returns the text of a field of an event, or nil if the event has no such field, or its record
  /// is damaged or gone.
  public func text(_ field: TextField, of event: EventID) -> String? {
    if event.isPrivate { return privateLog.events.text(field, of: event) }
    return lent.reader.text(field, of: event)
  }

  /// Calls a closure with the bytes of a text, which are not copied if the event is durable. Returns
  /// nil if there is no such text.
  package func withBytes<Value>(
    of field: TextField, in event: EventID, _ body: (RawSpan) -> Value
  ) -> Value? {
    if event.isPrivate { return text(field, of: event).map { body($0.utf8.span.raw) } }
    return lent.reader.decoded(event) { record in
      let text = try EventDecoder.decode(record, sequence: event).body.text(field)
      return text.isPresent ? body(record.extracting(text.range)) : nil
    }
  }

  /// Returns the way in which the user reached the page of an event, or nil if the event does not
  /// state it.
  public func transition(of event: EventID) -> Transition? {
    if event.isPrivate { return privateLog.events.transition(of: event) }
    return lent.reader.transition(of: event)
  }

  /// Returns the scroll position in an event, or nil if the event contains no scroll position.
  public func scroll(of event: EventID) -> PageScrolled? {
    lent.reader.decoded(event) { record in
      let event = try EventDecoder.decode(record, sequence: event)
      return if case .page(.scrolled(let body)) = event.body { body } else { nil }
    }
  }

  /// Returns the time at which the fact in an event happened, in milliseconds since 1970 UTC. This
  /// is the time from an import, or otherwise the time at which the event was written. Returns nil
  /// if the event cannot be read.
  ///
  /// `isKnown` is false if an import provided no time.
  public func time(of event: EventID) -> (milliseconds: Int64, isKnown: Bool)? {
    func time(_ event: Event) -> (milliseconds: Int64, isKnown: Bool) {
      event.occurredMilliseconds == 0
        ? (event.milliseconds, event.actor != .import) : (event.occurredMilliseconds, true)
    }
    if event.isPrivate { return privateLog.event(event).map(time) }
    return lent.reader.decoded(event) { record in
      time(try EventDecoder.decode(record, sequence: event))
    }
  }

  /// Whether a bookmark has an address. `newest` is the newest event of the log.
  func isBookmarked(
    _ url: String, in bookmarks: Bookmarks, at newest: EventID, _ reader: borrowing Reader
  ) throws -> Bool {
    try bookmarkIndex.has(url, in: bookmarks, at: newest, reader)
  }

  /// Returns the event that first named a host with a zoom, or nil if the host has no zoom.
  public func site(named host: String, among sites: SiteTable) -> EventID? {
    hosts.site(named: host, among: sites) { self.text(.host, of: $0) }
  }
}
