public import BrowserModel

/// A moment of a log: before its first event, after one of its events, or the present.
///
/// ```swift
/// let before = timeline.moment(.start, log).browser.tabs.count
/// let then = timeline.moment(.after(EventID(2)), log).browser.tabs.count
/// let now = timeline.moment(.present, log).browser.tabs.count
/// ```
///
/// Moments count the events of all branches. A batch is undone at a moment if it was undone when
/// the event of the moment was the newest event of the log, regardless of the branch of that event.
public enum Moment: Hashable, Sendable {
  /// Before the first event.
  case start
  /// After an event, before the next event. For an event that is not in the log yet, this is the
  /// present.
  case after(EventID)
  /// After the newest event at the time of evaluation.
  case present

  /// Creates the moment at which an event was the newest. For `EventID.nothing`, this is ``start``.
  public init(newest event: EventID) { self = event.exists ? .after(event) : .start }

  /// Returns the newest event at the moment, in a log whose newest event is `newest`, or
  /// `EventID.nothing` at the start.
  public func newestEvent(of newest: EventID) -> EventID {
    switch self {
    case .start: .nothing
    case .after(let event):
      event.rawValue.magnitude < newest.rawValue.magnitude ? event : newest
    case .present: newest
    }
  }

  /// Whether the moment is in the log of private windows (T7).
  public var isPrivate: Bool {
    if case .after(let event) = self { event.isPrivate } else { false }
  }
}
