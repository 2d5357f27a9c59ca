internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
package import RetraceStore

extension Answer {
  /// Adds to JSON, as its last members, what the answer may lack.
  ///
  /// `damaged` has the numbers of the events that are; of more than a thousand the first, and then
  /// `damagedCount` says how many they are. `older` is true where the newest events are missing.
  package mutating func add(_ damaged: DamagedEvents, isOlder: Bool) {
    guard isJSON, isOlder || !damaged.isEmpty else { return }
    var writer = JSONWriter()
    writer.object { json in
      if !damaged.isEmpty { json.numbers("damaged", damaged.records) }
      if isOlder { json.member("older", true) }
    }
    // Without the brace and the newline at its end; an object without members needs no comma.
    let members = output.text.dropLast(2)
    let comma = members.utf8.count > 1 ? "," : ""
    output = SafeText(trusted: members + comma + writer.text.dropFirst() + "\n")
  }
}

extension DamagedEvents {
  /// What the user should know of them; empty when there are none.
  package var sentence: String {
    guard !isEmpty else { return "" }
    let events = SafeText.counted(count, "event is", "events are").text
    return "\(events) damaged (\(records.ranges.words)), and answers lack what "
      + (count == 1 ? "it" : "they")
      + " said. “verify” tells what else is damaged, “recover DIR” saves what is whole."
  }
}

extension ClosedRange<UInt64> {
  /// Some events in a row for the user: `#3`, or `#120–#156`.
  var words: String {
    lowerBound == upperBound ? "#\(lowerBound)" : "#\(lowerBound)–#\(upperBound)"
  }
}

extension [ClosedRange<UInt64>] {
  /// The ranges of events for the user: `#3, #120–#156, …`.
  var words: String {
    (prefix(5).map(\.words) + (count > 5 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension JSONShape {
  /// What ``JSONWriter/numbers(_:_:)`` writes.
  static func numbers(_ name: String, _ summary: String) -> [Member] {
    [
      .required(name, .array(.integer), summary + ", the first thousand"),
      .optional(name + "Count", .integer, "how many they are, where these are more"),
    ]
  }
}

extension JSONWriter {
  /// The number that are named individually.
  private static let most = 1_000

  /// Writes the first of some numbers, and where they are more, how many.
  mutating func numbers(_ name: String, _ numbers: RecordRanges) {
    array(name) { json in
      for number in numbers.ranges.lazy.joined().prefix(Self.most) {
        json.value(Int(clamping: number))
      }
    }
    if numbers.count > Self.most { member(name + "Count", numbers.count) }
  }
}
