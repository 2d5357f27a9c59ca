/// Texts were removed from past events. The event states how many events were affected, but never
/// the texts.
public struct Forgotten: Equatable, Sendable, BitwiseCopyable {
  /// The oldest event that lost a text.
  public var first: EventID = .nothing
  /// The newest event that lost a text.
  public var last: EventID = .nothing
  /// The number of events that lost a text.
  public var count: Int32 = 0
  public init() {}
}
