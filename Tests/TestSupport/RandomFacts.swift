public import BrowserModel
public import EventCoding

/// Random events, such as a damaged log or a log with excluded events could contain: any kinds,
/// ids, numbers and texts.
public struct RandomFacts: Sendable {
  public var random: SplitMix64
  /// The range that contains most references.
  public var ids: Range<Int32> = 0..<60

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns an event of any kind. Unlike in a real log, all kinds are equally likely.
  public mutating func next() -> Draft { next(random.pick(EventKind.allCases)) }

  public mutating func next(_ kind: EventKind) -> Draft {
    var filler = RandomFields(random: random, ids: ids)
    let body = kind.body(filledBy: &filler)
    random = filler.random
    filler.draft.append(body)
    return filler.draft
  }
}
