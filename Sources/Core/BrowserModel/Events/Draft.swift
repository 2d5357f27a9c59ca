/// The events of one action, with their texts, before they are written to the log.
///
/// ```swift
/// var draft = Draft()
/// var visit = PageVisited()
/// visit.url = draft.text("https://example.com/")
/// visit.transition = .typed
/// draft.append(.page(.visited(visit)))
/// ```
public struct Draft: Equatable, Sendable {
  /// The events in order.
  public internal(set) var bodies: ContiguousArray<Body> = []
  /// The UTF-8 bytes that contain the texts of the events.
  public private(set) var bytes: ContiguousArray<UInt8> = []

  /// Creates a draft without events.
  public init() {}

  /// Whether the draft has no events.
  public var isEmpty: Bool { bodies.isEmpty }

  /// Adds an event. The texts of the event must be stored in this draft.
  public mutating func append(_ body: Body) { bodies.append(body) }

  /// Stores a text for an event that is appended later.
  ///
  /// - Returns: The range of the text in ``bytes``.
  public mutating func text(_ words: String) -> Text {
    let start = bytes.count
    bytes.append(contentsOf: words.utf8)
    return Text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// Stores an optional text. Nil becomes ``Text/absent``.
  public mutating func text(_ words: String?) -> Text {
    guard let words else { return .absent }
    return text(words)
  }
}
