internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Runs of programs, as typed: `tidier/17`, `17` or `#17`.
extension CommandContext {
  /// A run of a program.
  struct Run {
    /// The name of the program.
    let name: String
    /// The number of the run in its events, or 0 if unknown.
    let number: UInt32
    /// The event that identifies the run.
    let event: EventID
  }

  /// Returns the run with an id, or throws an error if there is none.
  func run(named text: String) throws -> Run {
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(text[..<$0]) }
    var digits = slash.map { text[text.utf8.index(after: $0)...] } ?? text[...]
    if digits.utf8.first == UInt8(ascii: "#") { digits = digits.dropFirst() }
    guard let number = Int64(digits), number > 0, digits.utf8.first != UInt8(ascii: "+") else {
      throw CommandError(
        "badArguments",
        "“\(text)” is not a run, such as tidier/17. “runs” lists the runs of programs.",
        status: .usage)
    }
    let event = try existingEvent(number)
    guard let found = try store.run(of: event) else {
      throw CommandError("noSuchRun", "No program wrote event #\(number). “runs” lists the runs.")
    }
    guard name?.utf8.elementsEqual(found.name.utf8) ?? true else {
      throw CommandError(
        "noSuchRun", "Event #\(number) belongs to a run of “\(found.name)”, not of “\(name ?? "")”."
      )
    }
    return Run(name: found.name, number: found.number, event: event)
  }

  /// Returns the batches that a run has written, on any branch.
  ///
  /// - Complexity: O(events of the log)
  func batches(of run: Run) throws -> Set<BatchID> {
    var batches: Set<BatchID> = []
    try visitEventsOfAllLines(isPrivate: false) { event, words in
      if event.batch.event == event.sequence, event.batchRun == run.number, event.device == 0,
        event.isBy(agent: run.name, words)
      {
        batches.insert(event.batch)
      }
      return true
    }
    return batches
  }

  /// Visits the events that a filter may include, newest first: the events shown, or the events of
  /// all branches for a run of a program.
  func visitEvents(
    of filter: LogFilter, _ body: (Event, EventWords) -> Bool
  ) throws {
    guard filter.run != nil else {
      return try visitShownEvents(
        isPrivate: filter.isPrivate, from: filter.first, through: filter.until, body)
    }
    let newest = durableBrowser.sequence
    guard newest.exists else { return }
    try visitEventsOfAllLines(
      isPrivate: false, from: filter.first, through: min(filter.until ?? newest, newest),
      backwards: true, body)
  }
}
