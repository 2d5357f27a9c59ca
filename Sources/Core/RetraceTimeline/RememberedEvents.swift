public import BrowserModel
internal import Bytes
internal import EventCoding

/// A log of events in memory that also stores earlier states, so that any moment can be shown
/// quickly without a log on disk.
///
/// The states are checkpoints of the main branch. They never change a result, only its duration. A
/// copy is O(1) until either copy is changed.
public struct RememberedEvents: EventSource, Sendable {
  /// The events.
  public private(set) var events = MemoryEvents()
  private var browsers: RememberedStates
  private var libraries: RememberedStates

  /// False: only states are remembered.
  public static var storesTimelines: Bool { false }

  /// Creates an empty log.
  public init() { self.init(minimumDistance: 1_024) }

  /// Creates an empty log.
  ///
  /// - Parameter minimumDistance: The minimum number of events between two states of the same part.
  package init(minimumDistance: Int32) {
    browsers = RememberedStates(.browser, minimumDistance)
    libraries = RememberedStates(.library, minimumDistance)
  }

  /// The id that the next event will have.
  public var next: EventID { events.next }

  /// Appends an event. See `MemoryEvents.append(_:words:)`.
  public mutating func append(_ event: Event, words: ContiguousArray<UInt8>) {
    events.append(event, words: words)
  }

  /// Appends a record that was stored under the same id in another log.
  ///
  /// - Precondition: The record has at least one byte.
  public mutating func append(stored record: RawSpan) { events.append(stored: record) }

  /// Removes all events after a given event, for example when a batch is abandoned halfway.
  ///
  /// - Precondition: The log contains the event.
  package mutating func truncate(to event: EventID) {
    events.truncate(to: event)
    browsers.truncate(to: event)
    libraries.truncate(to: event)
  }

  /// The size of the stored states in bytes.
  public var stateByteCount: Int { browsers.byteCount + libraries.byteCount }

  /// Stores the states that are due up to the position of a timeline.
  ///
  /// Call this function after the timeline has caught up. Storing states while the timeline catches
  /// up would fold again at each undo.
  ///
  /// - Parameter timeline: The main branch of this log.
  /// - Complexity: O(events since the last call), or O(1) if no state is due
  public mutating func rememberStates(of timeline: borrowing Timeline) {
    guard !timeline.lineage.branch.exists, timeline.lineage.device == 0 else { return }
    while min(browsers.due, libraries.due) < timeline.position {
      let event = min(browsers.due, libraries.due)
      // Each fold begins at the state that was stored before.
      var past = timeline.moment(.after(event), self)
      if browsers.due == event { browsers.keep(past.browser.snapshot(), at: event) }
      guard libraries.due == event else { continue }
      let library = past.readLibrary(self)
      // Other devices can still change the past of a library that is not settled.
      if past.isLibrarySettled {
        libraries.keep(library.snapshot(), at: event)
      } else {
        libraries.postpone()
      }
    }
  }
}

// The log.
extension RememberedEvents {
  /// Returns the newest event, or `EventID.nothing` if the log is empty. O(1).
  public func newestEvent() -> EventID { events.newestEvent() }

  /// Visits events in order and decodes each of them. See ``EventSource``.
  public func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Never) {
    events.visitEvents(
      from: first, through: last, backwards: backwards, damaged: damaged, body)
  }

  /// Returns a text of an event, or nil. See `MemoryEvents.text(_:of:)`.
  public func text(_ field: TextField, of event: EventID) -> String? {
    events.text(field, of: event)
  }

  /// Returns the transition of an event, or nil. See `MemoryEvents.transition(of:)`.
  public func transition(of event: EventID) -> Transition? { events.transition(of: event) }

  /// Calls `body` with the newest stored state at or before a moment. O(log n) for n states.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Never) -> Value? {
    guard !place.branch.exists else { return nil }
    return switch place.part {
    case .browser: browsers.withFrame(atOrBefore: place.sequence, body)
    case .library: libraries.withFrame(atOrBefore: place.sequence, body)
    case .timeline: nil
    }
  }
}

/// The stored states of one part, oldest first.
private struct RememberedStates: Sendable {
  private let part: CheckpointPart
  private let minimumDistance: Int32
  /// The event after which the next state is stored.
  private(set) var due: EventID
  private(set) var byteCount = 0
  private var states: [(event: EventID, frame: [UInt8])] = []

  /// The number of bytes of a state for which there is at least one event. The states of a log with
  /// many tabs are therefore smaller than its events.
  private static var bytesPerEvent: Int { 16 }

  init(_ part: CheckpointPart, _ minimumDistance: Int32) {
    self.part = part
    self.minimumDistance = minimumDistance
    due = EventID(minimumDistance)
  }

  /// Stores a state after an event.
  mutating func keep(_ content: ContiguousArray<UInt8>, at event: EventID) {
    let frame = CheckpointFrame.bytes(of: content, identity(at: event))
    states.append((event, frame))
    byteCount += frame.count
    let distance = max(minimumDistance, Int32(clamping: content.count / Self.bytesPerEvent))
    due = event.advanced(by: distance)
  }

  /// Stores no state at the event that is due.
  mutating func postpone() { due = due.advanced(by: minimumDistance) }

  /// Removes the states after an event.
  mutating func truncate(to event: EventID) {
    while let last = states.last, last.event > event {
      states.removeLast()
      byteCount -= last.frame.count
      due = last.event
    }
  }

  func withFrame<Value>(
    atOrBefore last: EventID, _ body: (EventID, CheckpointFrame) -> Value?
  ) -> Value? {
    var (low, high) = (0, states.count)
    while low < high {
      let middle = (low + high) / 2
      if states[middle].event <= last { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let (event, stored) = states[low - 1]
    guard let frame = CheckpointFrame(stored.span.raw, of: identity(at: event)) else { return nil }
    return body(event, frame)
  }

  /// The states are stored together with their log, so they need no checksum of a record.
  private func identity(at event: EventID) -> CheckpointIdentity {
    CheckpointIdentity(CheckpointPlace(part, of: .nothing, at: event), record: 0)
  }
}
