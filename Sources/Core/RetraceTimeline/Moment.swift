public import BrowserModel

/// A moment of a log: before its first event, after one of its events, or the present.
///
/// ```swift
/// let before = timeline.moment(.start, log).browser.tabs.count
/// let then = timeline.moment(.after(EventID(2)), log).browser.tabs.count
/// let now = timeline.moment(.present, log).browser.tabs.count
/// ```
///
/// Events of all branches count: what was undone at a moment is what was undone when an event
/// was the newest of the log, on whatever branch it is.
public enum Moment: Hashable, Sendable {
  /// Before the first event.
  case start
  /// After an event, before the next one. After an event that the log does not have yet is the
  /// present.
  case after(EventID)
  /// After the newest event, whichever that is when somebody looks.
  case present

  /// Creates the moment at which an event was the newest; that of `EventID.nothing` is
  /// ``start``.
  public init(newest event: EventID) { self = event.exists ? .after(event) : .start }

  /// Returns the newest event at the moment, in a log whose newest event is `newest`;
  /// `EventID.nothing` at the start.
  public func newestEvent(of newest: EventID) -> EventID {
    switch self {
    case .start: .nothing
    case .after(let event):
      event.rawValue.magnitude < newest.rawValue.magnitude ? event : newest
    case .present: newest
    }
  }

  /// Whether it is a moment of the log of private windows (T7).
  public var isPrivate: Bool {
    if case .after(let event) = self { event.isPrivate } else { false }
  }
}
