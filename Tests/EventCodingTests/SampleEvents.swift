import BrowserModel
import EventCoding
import TestSupport

/// One event of every kind, with all fields filled. The events are always the same.
enum SampleEvents {
  static func event(_ kind: EventKind) -> StoredEvent {
    var filler = SampleFiller(kind: kind)
    let body = kind.body(filledBy: &filler)
    let number = Int32(kind.rawValue)
    let isPrivate = kind == .tabReopened || kind == .timeUndone
    let event = Event(
      sequence: EventID(isPrivate ? -1_000 - number : 1_000 + number),
      batch: BatchID(isPrivate ? -1_000 : 1_000), milliseconds: 1_700_000_000_000 + Int64(number),
      occurredMilliseconds: number % 2 == 0 ? 0 : 1_600_000_000_000 - Int64(number),
      branch: BranchID(number % 3), actor: choice(number), via: choice(number + 1),
      device: UInt32(number % 4), deviceSequence: number % 5, body: body)
    return StoredEvent(event, words: filler.words)
  }

  private static func choice<Choice: CaseIterable>(_ number: Int32) -> Choice
  where Choice.AllCases.Index == Int {
    Choice.allCases[Int(number) % Choice.allCases.count]
  }
}

/// Fills every field with a distinct value.
private struct SampleFiller: FieldVisitor {
  let kind: EventKind
  private(set) var words = ContiguousArray<UInt8>()

  init(kind: EventKind) { self.kind = kind }

  func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    value = Reference(Int32(kind.rawValue * 10 + number))
  }

  func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = Int32(number) + 127
  }

  func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = -111 * Int32(number)
  }

  func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) { value = true }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    let start = words.count
    words += Array("\(name) “\(number)”".utf8)
    value = Text(start: UInt32(start), count: UInt32(words.count - start))
  }

  func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    value = (1...2).reversed().lazy.compactMap { Choice(rawValue: $0) }.first ?? value
  }

  func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    value = ZoomLevel(percent: 125)
  }
}
