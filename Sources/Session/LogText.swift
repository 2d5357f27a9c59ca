public import BrowserModel
internal import EventLog
internal import Timeline

/// The words of both logs, the durable and the private one, while a session lends them.
public final class LogText: TextSource {
  private var reader: UnsafePointer<Reader>?
  private let privateEvents: MemoryEvents
  private let hosts: HostIndex

  private init(privateEvents: MemoryEvents, hosts: HostIndex) {
    self.privateEvents = privateEvents
    self.hosts = hosts
  }

  /// Lends the words of a reader; they are used up when `body` returns.
  static func lend<Value, Failure: Error>(
    _ reader: borrowing Reader, privateEvents: MemoryEvents, hosts: HostIndex,
    _ body: (LogText) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let words = LogText(privateEvents: privateEvents, hosts: hosts)
    defer { words.reader = nil }
    return try withUnsafePointer(to: reader) { pointer throws(Failure) in
      words.reader = pointer
      return try body(words)
    }
  }

  private var lent: UnsafePointer<Reader> {
    guard let reader else {
      preconditionFailure("These words are only valid while the session lends them.")
    }
    return reader
  }

  public func text(_ field: TextField, of event: Sequence) -> String? {
    if event.isPrivate { return privateEvents.text(field, of: event) }
    return lent.pointee.text(field, of: event)
  }

  public func says(_ words: String, in field: TextField, of event: Sequence) -> Bool? {
    if event.isPrivate { return privateEvents.says(words, in: field, of: event) }
    return lent.pointee.says(words, in: field, of: event)
  }

  public func site(named host: String, among sites: SiteTable) -> Sequence? {
    hosts.site(named: host, among: sites) { self.text(.host, of: $0) }
  }
}
