package import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Events as listed by `log`, as one line each or as JSON.
package struct EventList {
  private let context: CommandContext
  private let undone: [Bool: Set<BatchID>]
  private var json: [JSONWriter] = []
  private var lines: [(line: EventLine, isUndone: Bool)] = []
  /// The total number of events, or nil if unknown.
  var total: Int?
  /// Whether older events were omitted.
  var isCut = false

  package init(_ context: CommandContext) {
    self.context = context
    undone = [
      false: context.shownTimeline(isPrivate: false).batchesUndoneAnywhere,
      true: context.shownTimeline(isPrivate: true).undoneBatches,
    ]
  }

  package var isEmpty: Bool { json.isEmpty && lines.isEmpty }

  package mutating func add(_ event: Event, words: EventWords) {
    let isUndone = undone[event.sequence.isPrivate]?.contains(event.batch) ?? false
    if context.printsJSON {
      json.append(
        .object { json in
          EventJSON.write(event, to: &json, words: words)
          Self.undoneMembers.write(isUndone, to: &json)
        })
    } else {
      lines.append((EventLine(event, words: words), isUndone))
    }
  }

  mutating func reverse() {
    json.reverse()
    lines.reverse()
  }

  static let members = AnswerMembers<Self> { list in
    list.member("events", .array(.event(with: undoneMembers.shapes))) { $0.json }
    list.optional(
      "total",
      "the number of all events, only without a filter and in a log without "
        + "branches"
    ) {
      $0.total
    }
  }

  private static let undoneMembers = AnswerMembers<Bool> { event in
    event.flag("undone", "whether the event was undone") { $0 }
  }

  package func answer() throws -> Answer {
    if context.printsJSON {
      return Answer(json: self, Self.members)
    }
    guard !lines.isEmpty else { return Answer("No event matches.") }
    let known = try context.completed(lines.map(\.line))
    return try context.read { words in
      var table = Table([.right, .left, .left, .left])
      for (line, (_, isUndone)) in zip(known, lines) { table.add(row(line, isUndone, words)) }
      let note = isCut ? context.cutNote(lines.count, of: total) : ""
      return Answer(lines: table.text(width: context.presentation.columns) + note)
    }
  }

  private func row(_ line: EventLine, _ isUndone: Bool, _ words: LogText) -> [SafeText] {
    let style = context.style
    let sentence = context.sentence(of: line, words)
    let isDim = isUndone && style.isColored
    let parts = [
      // This comes first, because a narrow screen cuts off the end.
      isUndone ? style.apply(.yellow, to: "(undone)") : "",
      isDim ? style.apply(.dim, to: sentence) : sentence, style.apply(.dim, to: line.rest),
      style.apply(.dim, to: line.quotedName),
    ]
    let time = Timestamp(milliseconds: line.event.milliseconds)
    return [
      style.apply(.dim, to: "#\(line.event.sequence.rawValue)"), context.shortTime(time),
      line.who, parts.filter { !$0.isEmpty }.joined(separator: "  "),
    ]
  }
}
