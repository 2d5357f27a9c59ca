/// The events of one action before they are in the log, together with their texts.
///
/// ```swift
/// var draft = Draft()
/// var visit = PageVisited()
/// visit.url = draft.text("https://example.com/")
/// visit.transition = .typed
/// draft.append(.page(.visited(visit)))
/// ```
public struct Draft: Equatable, Sendable {
  /// What the events say, in order.
  public internal(set) var bodies: ContiguousArray<Body> = []
  /// The UTF-8 bytes that the texts of the events point into.
  public private(set) var bytes: ContiguousArray<UInt8> = []

  /// Creates a draft without events.
  public init() {}

  /// Whether the draft has no events.
  public var isEmpty: Bool { bodies.isEmpty }

  /// Adds an event. Its texts must be those of this draft.
  public mutating func append(_ body: Body) { bodies.append(body) }

  /// Stores a text for an event that is appended later.
  ///
  /// - Returns: Where the text is in ``bytes``.
  public mutating func text(_ words: String) -> Text {
    let start = bytes.count
    bytes.append(contentsOf: words.utf8)
    return Text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// Stores a text that may be missing: ``Text/absent`` for nil.
  public mutating func text(_ words: String?) -> Text {
    guard let words else { return .absent }
    return text(words)
  }
}
