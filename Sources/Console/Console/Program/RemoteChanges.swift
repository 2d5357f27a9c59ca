internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import RetraceStore
internal import RetraceTimeline

/// What another process has written, for the rows above the prompt.
struct RemoteChanges {
  private let context: CommandContext
  /// The number of events that are shown; the others are counted.
  private static let limit = 5

  init(_ context: CommandContext) { self.context = context }

  /// Reads what came behind an event.
  func readLines(after sequence: EventID) -> [SafeText] {
    do throws(CommandFailure) {
      let events = try readEvents(after: sequence)
      let own = context.store.timeline.lineage
      let shown = try context.completed(Array(events.prefix(Self.limit)))
      var lines = try context.read { words in
        shown.map { line in
          let branch = own.isSeen(line.event) ? nil : name(ofBranch: line.event.branch, words)
          return "#\(line.event.sequence.rawValue) " + line.sentence { context.name(of: $0, words) }
            + (branch.map { " (on \($0))" } ?? "")
        }
      }
      if events.count > Self.limit {
        lines.append("and " + .counted(events.count - Self.limit, "more event"))
      }
      return lines.map { context.style.apply(.dim, to: "elsewhere: " + $0) }
    } catch {
      // Nobody asked for it; the next command tells what is wrong with the log.
      return []
    }
  }

  private func name(ofBranch id: BranchID, _ words: LogText) -> String {
    id.exists ? words.text(.name, of: id.event) ?? "#\(id.rawValue)" : PointName.main
  }

  private func readEvents(after sequence: EventID) throws(CommandFailure) -> [EventLine] {
    var events: [EventLine] = []
    try context.visitEventsOfAllLines(
      isPrivate: false, from: sequence.advanced(by: 1)
    ) { event, words in
      if isTold(event) { events.append(EventLine(event, words: words)) }
      return true
    }
    // What became different here comes first.
    return events.filter { $0.event.device == 0 } + events.filter { $0.event.device != 0 }
  }

  /// Whether an event says something by itself: not that others were told, nor one page of a tab that
  /// came.
  private func isTold(_ event: Event) -> Bool {
    switch event.body {
    case .device(.accepted), .device(.sentEntry), .device(.orderLost), .tab(.entryRestored): false
    default: true
    }
  }
}
