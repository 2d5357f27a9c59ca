public import BrowserModel

/// A log of events in memory that also stores earlier states, so that any moment can be shown
/// quickly without a log on disk.
///
/// The states are checkpoints of the main branch. They never change a result, only its duration.
/// They share tables with each other and with the states that are read, as long as neither changes.
/// A copy is O(1) until either copy is changed.
public struct RememberedEvents: EventSource, Sendable {
  /// The events.
  public private(set) var events = MemoryEvents()
  private var browsers: RememberedStates<Browser>
  private var libraries: RememberedStates<Library>

  /// False: only states are remembered.
  public static var storesTimelines: Bool { false }

  /// Creates an empty log.
  public init() { self.init(minimumDistance: 1_024) }

  /// Creates an empty log.
  ///
  /// - Parameter minimumDistance: The minimum number of events between two states of the same part.
  package init(minimumDistance: Int32) {
    browsers = RememberedStates(minimumDistance)
    libraries = RememberedStates(minimumDistance)
  }

  /// The id that the next event will have.
  public var next: EventID { events.next }

  /// Reserves memory for records that will be appended. See `MemoryLog.reserve(byteCount:)`.
  public mutating func reserve(byteCount: Int) { events.reserve(byteCount: byteCount) }

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

  /// The approximate size of the stored states in bytes, not counting what they share.
  public var stateByteCount: Int { browsers.byteCount + libraries.byteCount }

  /// Folds the events after the position of a timeline, and stores the states that are due.
  ///
  /// - Parameters:
  ///   - timeline: The main branch of this log.
  ///   - limit: The maximum number of events to fold, or nil to fold all events.
  /// - Complexity: That of `Timeline.catchUp(_:atMost:look:)`
  public mutating func catchUp(_ timeline: inout Timeline, atMost limit: Int32? = nil) {
    let newest = newestEvent()
    let last = limit.map { min(newest, timeline.position.advanced(by: $0)) } ?? newest
    repeat {
      // The timeline stops at each event that is due, so that no event is folded again for a state.
      let stop = due > timeline.position ? min(last, due) : last
      timeline.catchUp(self, atMost: max(0, stop.rawValue - timeline.position.rawValue))
      rememberStates(of: timeline)
    } while timeline.position < last
  }

  /// The event after which the next state of any part is stored.
  private var due: EventID { min(browsers.due, libraries.due) }

  /// Stores the states that are due up to the position of a timeline.
  private mutating func rememberStates(of timeline: borrowing Timeline) {
    guard !timeline.lineage.branch.exists, timeline.lineage.device == 0 else { return }
    while due <= timeline.position {
      let event = due
      // Each fold begins at the state that was stored before.
      var past = timeline.moment(.after(event), self)
      if browsers.due == event { browsers.keep(past.browser, past.browser.byteCount, at: event) }
      guard libraries.due == event else { continue }
      let library = past.readLibrary(self)
      // Other devices can still change the past of a library that is not settled.
      if past.isLibrarySettled {
        libraries.keep(library, library.byteCount, at: event)
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

  /// Returns the moment of the newest stored state at or before a moment. O(log n) for n states.
  public func newestCheckpoint(atOrBefore place: CheckpointPlace) throws(Never) -> EventID? {
    guard !place.branch.exists else { return nil }
    return switch place.part {
    case .browser: browsers.newest(atOrBefore: place.sequence)?.event
    case .library: libraries.newest(atOrBefore: place.sequence)?.event
    case .timeline: nil
    }
  }

  /// Returns the browser that is stored at a moment. O(log n) for n states.
  public func browser(at place: CheckpointPlace) throws(Never) -> Browser? {
    browsers.newest(atOrBefore: place.sequence)?.state
  }

  /// Returns the library that is stored at a moment. O(log n) for n states.
  public func library(at place: CheckpointPlace) throws(Never) -> Library? {
    libraries.newest(atOrBefore: place.sequence)?.state
  }
}

/// The stored states of one part, oldest first.
private struct RememberedStates<State: Sendable>: Sendable {
  private let minimumDistance: Int32
  /// The event after which the next state is stored.
  private(set) var due: EventID
  private(set) var byteCount = 0
  private var states: [Stored] = []

  struct Stored {
    var event: EventID
    var state: State
    var byteCount: Int
  }

  /// The number of bytes of a state for which there is at least one event. This limits the memory
  /// for the states of a log with many tabs.
  private static var bytesPerEvent: Int { 128 }

  init(_ minimumDistance: Int32) {
    self.minimumDistance = minimumDistance
    due = EventID(minimumDistance)
  }

  /// Stores a state after an event.
  mutating func keep(_ state: State, _ size: Int, at event: EventID) {
    states.append(Stored(event: event, state: state, byteCount: size))
    byteCount += size
    let distance = max(minimumDistance, Int32(clamping: size / Self.bytesPerEvent))
    due = event.advanced(by: distance)
  }

  /// Stores no state at the event that is due.
  mutating func postpone() { due = due.advanced(by: minimumDistance) }

  /// Removes the states after an event.
  mutating func truncate(to event: EventID) {
    while let last = states.last, last.event > event {
      states.removeLast()
      byteCount -= last.byteCount
      due = last.event
    }
  }

  /// Returns the newest state at or before an event.
  func newest(atOrBefore last: EventID) -> Stored? {
    var (low, high) = (0, states.count)
    while low < high {
      let middle = (low + high) / 2
      if states[middle].event <= last { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? states[low - 1] : nil
  }
}
