import BrowserModel
import EventCoding

/// Fills the fields of an event of any kind.
struct RandomFields: FieldVisitor {
  var random: SplitMix64
  let ids: Range<Int32>
  var draft = Draft()

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    value =
      random.once(in: 40)
      ? Reference(random.pick([-1, .max, .min])) : Reference(random.pick(ids))
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = random.once(in: 20) ? random.pick([-1, .max, .min]) : Int32(random.below(8))
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = Int32.random(in: .min ... .max, using: &random)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    value = random.once(in: 2)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    let words: [String?] = [nil, "", "http://a.example/", "wörter\u{0}\n", "500"]
    value = draft.text(random.pick(words))
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    if let choice = Choice(rawValue: UInt8(random.below(9))) { value = choice }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    value = ZoomLevel(hundredths: random.pick([0, 1, 10_000, 12_500, 50_000, .max]))
  }
}
