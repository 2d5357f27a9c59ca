public import BrowserModel
public import EventCoding

/// Random events, like those of a damaged or incomplete log: any kinds, ids, numbers and texts.
public struct RandomFacts: Sendable {
  public var random: SplitMix64
  /// The range of most references.
  public var ids: Range<Int32> = 0..<60

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// An event. All kinds are equally likely, unlike in a real log.
  public mutating func next() -> Draft { next(random.pick(EventKind.allCases)) }

  public mutating func next(_ kind: EventKind) -> Draft {
    var filler = RandomFields(random: random, ids: ids)
    let body = kind.body(filledBy: &filler)
    random = filler.random
    filler.draft.append(body)
    return filler.draft
  }
}
