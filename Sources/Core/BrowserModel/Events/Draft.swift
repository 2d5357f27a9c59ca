/// The events of one action before they have a time and a place in the log, with their words.
public struct Draft: Equatable, Sendable {
  public private(set) var bodies: ContiguousArray<Body> = []
  /// The UTF-8 bytes that the events' texts point into.
  public private(set) var bytes: ContiguousArray<UInt8> = []

  public init() {}

  public var isEmpty: Bool { bodies.isEmpty }

  public mutating func append(_ body: Body) { bodies.append(body) }

  /// Puts words aside for an event that is yet to be appended.
  public mutating func text(_ words: String) -> Text {
    let start = bytes.count
    bytes.append(contentsOf: words.utf8)
    return Text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// The same for words that may not be there.
  public mutating func text(_ words: String?) -> Text {
    guard let words else { return .absent }
    return text(words)
  }
}
