/// Texts were removed from past events. It says how many events were concerned, never what
/// the texts were.
public struct Forgotten: Equatable, Sendable, BitwiseCopyable {
  /// The oldest event that lost a text.
  public var first: EventID = .nothing
  /// The newest event that lost a text.
  public var last: EventID = .nothing
  /// The number of events that lost a text.
  public var count: Int32 = 0
  public init() {}
}
