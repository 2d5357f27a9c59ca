internal import BrowserModel
internal import CommandKit
internal import Glibc
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Shows what is appended to the log from now on, a line for each event.
package struct LogTail {
  private let context: CommandContext
  private let filter: LogFilter
  private let output: Output
  /// The newest event that was shown or passed by.
  private var position: EventID
  /// How often another process' events are looked for.
  private static let lookMilliseconds: Int32 = 250

  /// Begins after the last event that the context has folded.
  package init(_ context: CommandContext, _ filter: LogFilter, on output: Output) {
    self.context = context
    position = context.store.browser.sequence
    self.filter = filter
    self.output = output
  }

  /// Begins behind what a program has written, and shows what it writes next.
  package init(_ store: Store, isColored: Bool, on output: Output) {
    var presentation = CommandContext.Presentation()
    presentation.style = isColored ? .colored : .plain
    if output.isTerminal { presentation.art = LineArt(terminal: .process) }
    presentation.columns = output.terminalColumns
    self.init(CommandContext(store: store, presentation: presentation), LogFilter(), on: output)
  }

  /// Shows all of it, until Ctrl-C or until nobody reads it any more.
  package mutating func run() throws(CommandFailure) {
    while !SignalInbox.interruptRequested, !output.isClosed {
      try lookForNew()
      try showNew()
      guard wait() else { return }
    }
    // The terminal shows Ctrl-C where it was pressed.
    if output.isTerminal { output.writeLine() }
  }

  /// Takes in what other processes wrote.
  private func lookForNew() throws(CommandFailure) {
    _ = try failing { () throws(LogFailure) in try context.store.catchUp() }
  }

  /// Shows what the store knows and was not shown.
  ///
  /// - Throws: A failure that says in a sentence what cannot be read or written.
  package mutating func showNew() throws(CommandFailure) {
    let newest = context.store.browser.sequence
    guard newest != position else { return }
    try show(behind: position)
    position = newest
  }

  private func show(behind position: EventID) throws(CommandFailure) {
    var list = EventList(context)
    let line = context.lineageInView
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
    try failing { () throws(SystemError) in try output.flush() }
  }

  /// Waits a little; false when nobody reads the output any more.
  private func wait() -> Bool {
    var watched = [pollfd(fd: output.descriptor.number, events: 0, revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: Self.lookMilliseconds) <= 0
  }
}
