internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import RetraceStore
internal import RetraceTimeline

/// The changes by other processes, as lines that are shown above the prompt.
struct RemoteChanges {
  private let context: CommandContext
  /// The maximum number of events shown. Further events are only counted.
  private static let limit = 5

  init(_ context: CommandContext) { self.context = context }

  /// Returns lines that describe the events after a given event.
  func readLines(after sequence: EventID) -> [SafeText] {
    do {
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
      // The user did not ask for these events. The next command reports problems with the log.
      return []
    }
  }

  private func name(ofBranch id: BranchID, _ words: LogText) -> String {
    id.exists ? words.text(.name, of: id.event) ?? "#\(id.rawValue)" : PointName.main
  }

  private func readEvents(after sequence: EventID) throws -> [EventLine] {
    var events: [EventLine] = []
    try context.visitEventsOfAllLines(
      isPrivate: false, from: sequence.advanced(by: 1)
    ) { event, words in
      if isShown(event) { events.append(EventLine(event, words: words)) }
      return true
    }
    // Changes on this device come first.
    return events.filter { $0.event.device == 0 } + events.filter { $0.event.device != 0 }
  }

  /// Whether to show an event. Events that only record an exchange with other devices are not
  /// shown. Neither are the pages of a received tab, and proposals of programs, which have their own notice.
  private func isShown(_ event: Event) -> Bool {
    switch event.body {
    case .device(.accepted), .device(.sentEntry), .device(.orderLost), .tab(.entryRestored): false
    // A notice describes the proposal.
    case .time(.proposed): !event.agent.isPresent
    default: true
    }
  }
}
