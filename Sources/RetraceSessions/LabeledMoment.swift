public import BrowserModel
public import RetraceTimeline

/// A moment for a time slider, with the action that led to it.
///
/// ```swift
/// try store.perform(.closeTabs([tab]))
/// let labels = try store.moments.map(\.label)  // opened https://swift.org/, closed Swift
/// let before = try store.moments[0].moment
/// let urls = try store.session(at: before).tabs.map(\.url)
/// ```
public struct LabeledMoment: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The action, which `Store.undo(event:includingLater:by:if:)` accepts as `id.event`.
  public let id: BatchID
  /// The newest event before the next action. Reports about pages, such as titles, belong to the
  /// action before them.
  public internal(set) var newest: EventID
  /// The time of the action, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// The action in the past tense, such as `closed Swift`, or its name if it has one.
  public internal(set) var label: String
  /// The program that acted, or nil if the front end itself acted.
  public let agent: String?

  /// The moment to pass to `Store.session(at:)` or `Store.restore(_:_:by:if:)`.
  public var moment: Moment { .after(newest) }

  /// The label, followed by the program that acted.
  public var description: String { agent.map { "\(label) (by \($0))" } ?? label }
}
