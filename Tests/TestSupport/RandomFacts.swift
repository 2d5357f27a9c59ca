public import BrowserModel
public import EventCoding

/// Random events, as a damaged log or one with events left out could give them: any kind, any ids,
/// any numbers and words.
public struct RandomFacts: Sendable {
  public var random: SplitMix64
  /// Between which ids most references lie.
  public var ids: Range<Int32> = 0..<60

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One event of a kind that is weighted as in no real log: every kind is as likely.
  public mutating func next() -> Draft { next(random.pick(EventKind.allCases)) }

  public mutating func next(_ kind: EventKind) -> Draft {
    var filler = RandomFields(random: random, ids: ids)
    let body = kind.body(filledBy: &filler)
    random = filler.random
    filler.draft.append(body)
    return filler.draft
  }
}
