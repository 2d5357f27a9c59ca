import BrowserModel
import EventCoding
import TestSupport

/// Events of every kind, with fields that often have extreme values.
struct RandomEvents {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func event(_ kind: EventKind) -> StoredEvent {
    var filler = RandomFiller(random: random)
    let body = kind.body(filledBy: &filler)
    var texts = (agent: Text.absent, name: Text.absent, key: Text.absent, fingerprint: Text.absent)
    if filler.random.once(in: 3) {
      filler.text(17, "agent", &texts.agent)
      filler.text(1, "name", &texts.name)
      filler.text(2, "key", &texts.key)
      filler.text(3, "fingerprint", &texts.fingerprint)
    }
    random = filler.random
    let cause = random.once(in: 3) ? EventID(random.number()) : .nothing
    let magnitude = max(1, abs(random.number(Int32.self) % .max))
    let batch = random.once(in: 2) ? magnitude : Int32.random(in: 1...magnitude, using: &random)
    let sign: Int32 = random.once(in: 4) ? -1 : 1
    let event = Event(
      sequence: EventID(sign * magnitude), batch: BatchID(sign * batch),
      milliseconds: random.number(), occurredMilliseconds: random.number(),
      branch: BranchID(random.number()), actor: random.pick(Event.Actor.allCases),
      via: random.pick(Event.Via.allCases), agent: texts.agent, cause: cause,
      batchName: texts.name, batchKey: texts.key, batchFingerprint: texts.fingerprint,
      batchRun: random.once(in: 3) ? random.number() : 0, device: random.number(),
      deviceSequence: random.number(), isRedacted: random.once(in: 8), body: body)
    return StoredEvent(event, words: filler.words)
  }
}

/// Fills fields with random values.
private struct RandomFiller: FieldVisitor {
  var random: SplitMix64
  private(set) var words = ContiguousArray<UInt8>()

  init(random: SplitMix64) { self.random = random }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    value = Reference(random.number())
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = random.number()
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = random.number()
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    value = random.once(in: 2)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    if random.once(in: 4) { return }
    let start = words.count
    words += Array(random.string().utf8)
    value = Text(start: UInt32(start), count: UInt32(words.count - start))
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    value = Choice(rawValue: UInt8(random.below(10))) ?? value
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    value = ZoomLevel(hundredths: random.number())
  }
}

extension SplitMix64 {
  /// Returns a number of any size, which is often near 0 or one of the limits.
  fileprivate mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) -> Number {
    switch below(8) {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: Number(below(100))
    default: Number.random(in: .min ... .max, using: &self) >> Number(below(Number.bitWidth))
    }
  }

  /// Returns an empty string, a short one, or one of some hundred characters from anywhere in
  /// Unicode.
  fileprivate mutating func string() -> String {
    var string = ""
    for _ in 0..<pick([0, 1, 7, 30, 200]) {
      let limit: UInt32 = pick([0x7F, 0x7FF, 0xFFFF, 0x10_FFFF])
      string.unicodeScalars.append(
        Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)) ?? "\u{FFFD}")
    }
    return string
  }
}
