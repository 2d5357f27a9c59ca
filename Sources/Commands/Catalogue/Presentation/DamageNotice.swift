internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
package import RetraceStore

extension Answer {
  /// Adds the missing data to an answer in JSON, as its last members.
  ///
  /// `damaged` contains the numbers of the damaged events. If there are more than a thousand, it
  /// contains only the first thousand, and `damagedCount` is the total number. `older` is true if
  /// the newest events are missing.
  package mutating func add(_ damaged: DamagedEvents, isOlder: Bool) {
    guard isJSON, isOlder || !damaged.isEmpty else { return }
    let numbers = damaged.records.ranges.lazy.joined().prefix(maximumListed)
    var writer = JSONWriter()
    writer.object {
      JSONShape.missingData.write(
        (numbers.map { Int(clamping: $0) }, damaged.count, isOlder), to: &$0)
    }
    // Without the closing brace and newline; an object without members needs no comma.
    let members = output.text.dropLast(2)
    let comma = members.utf8.count > 1 ? "," : ""
    output = SafeText(trusted: members + comma + writer.text.dropFirst() + "\n")
  }
}

extension DamagedEvents {
  /// A message for the user about the damaged events, or empty if there are none.
  package var sentence: String {
    guard !isEmpty else { return "" }
    let events = SafeText.counted(count, "event is", "events are").text
    return "\(events) damaged (\(records.ranges.words)), and answers lack what "
      + (count == 1 ? "it" : "they")
      + " contained. “verify” reports all damage, “recover DIR” saves what is intact."
  }
}

extension ClosedRange<UInt64> {
  /// A range of events in the notation for users: `#3`, or `#120–#156`.
  var words: String {
    lowerBound == upperBound ? "#\(lowerBound)" : "#\(lowerBound)–#\(upperBound)"
  }
}

extension [ClosedRange<UInt64>] {
  /// The ranges of events in the notation for users: `#3, #120–#156, …`.
  var words: String {
    (prefix(5).map(\.words) + (count > 5 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension AnswerMembers {
  /// Adds the first thousand of the given numbers. If there are more, also adds their count.
  mutating func numbers(
    _ name: String, _ summary: String, _ numbers: @escaping @Sendable (Object) -> RecordRanges
  ) {
    member(name, summary + ", the first thousand") {
      numbers($0).ranges.lazy.joined().prefix(maximumListed).map { Int(clamping: $0) }
    }
    optional(name + "Count", "the total number, if there are more") {
      numbers($0).count > maximumListed ? numbers($0).count : nil
    }
  }
}

/// The maximum number of events listed individually.
private let maximumListed = 1_000
