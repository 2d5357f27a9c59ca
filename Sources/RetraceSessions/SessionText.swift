import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The text of a session while its log is being read.
struct SessionText: TextSource {
  private let borrowed: BorrowedReader
  private let privateEvents: MemoryEvents

  init(_ borrowed: BorrowedReader, _ privateEvents: MemoryEvents) {
    self.borrowed = borrowed
    self.privateEvents = privateEvents
  }

  func text(_ field: TextField, of event: EventID) -> String? {
    event.isPrivate
      ? privateEvents.text(field, of: event) : borrowed.reader.text(field, of: event)
  }

  func transition(of event: EventID) -> Transition? {
    event.isPrivate ? privateEvents.transition(of: event) : borrowed.reader.transition(of: event)
  }

  /// Whether an event is unreadable. Call this if no text was found for the event.
  func isDamaged(_ event: EventID) -> Bool {
    guard event.exists, !event.isPrivate else { return false }
    return visit(event) { _ in }
  }

  /// Calls a closure with an event, if the event exists.
  ///
  /// - Returns: Whether the event is unreadable.
  @discardableResult
  func visit(_ id: EventID, _ body: @escaping (borrowing Event) -> Void) -> Bool {
    var isDamaged = false
    guard id.exists else { return false }
    let noteDamage: (EventID) -> Void = { _ in isDamaged = true }
    let receive: (borrowing Event, EventWords) -> Bool = { event, _ in
      body(event)
      return false
    }
    if id.isPrivate {
      privateEvents.visitEvents(
        from: id, through: id, backwards: false, damaged: noteDamage, receive)
      return isDamaged
    }
    do {
      try borrowed.reader.visitEvents(
        from: id, through: id, backwards: false, damaged: noteDamage, receive)
    } catch {
      return true
    }
    return isDamaged
  }
}
