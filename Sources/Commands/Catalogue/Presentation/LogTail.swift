internal import BrowserModel
internal import CommandKit
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Shows events appended to the log from now on, one line each.
package struct LogTail {
  private let context: CommandContext
  private let filter: LogFilter
  private let output: Output
  /// The newest event that was shown or skipped.
  private var position: EventID
  /// The interval at which events of other processes are checked.
  private static let pollMilliseconds: Int32 = 250

  /// Creates a tail that begins after the newest event known to the context.
  package init(_ context: CommandContext, _ filter: LogFilter, on output: Output) {
    self.context = context
    position = context.store.browser.sequence
    self.filter = filter
    self.output = output
  }

  /// Creates a tail for a program that writes to a store. It begins after the store's newest event.
  package init(_ store: Store, isColored: Bool, on output: Output) {
    var presentation = CommandContext.Presentation()
    presentation.style = isColored ? .colored : .plain
    if output.isTerminal { presentation.art = LineArt(terminal: .process) }
    presentation.columns = output.terminalColumns
    self.init(CommandContext(store: store, presentation: presentation), LogFilter(), on: output)
  }

  /// Shows new events until Ctrl-C, or until the output is closed.
  package mutating func run() throws {
    while !SignalInbox.interruptRequested, !output.isClosed {
      try checkForNew()
      try showNew()
      guard wait() else { return }
    }
    // The terminal shows Ctrl-C at the cursor.
    if output.isTerminal { output.writeLine() }
  }

  /// Reads the events written by other processes.
  private func checkForNew() throws {
    _ = try context.store.catchUp()
  }

  /// Shows the events of the store that have not been shown yet.
  /// - Throws: A failure that describes in a sentence what cannot be read or written.
  package mutating func showNew() throws {
    let newest = context.store.browser.sequence
    guard newest != position else { return }
    try show(after: position)
    position = newest
  }

  private func show(after position: EventID) throws {
    var list = EventList(context)
    let line = context.shownLineage
    try context.visitEventsOfAllLines(
      isPrivate: false, from: position.advanced(by: 1)
    ) { event, words in
      if line.isSeen(event), filter.includes(event, words: words) {
        list.add(event, words: words)
      }
      return true
    }
    guard !list.isEmpty else { return }
    output.write(try list.answer().text(in: context))
    try output.flush()
  }

  /// Waits a short time. Returns false if the output is closed.
  private func wait() -> Bool {
    var watched = [pollfd(fd: output.descriptor.number, events: 0, revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: Self.pollMilliseconds) <= 0
  }
}
