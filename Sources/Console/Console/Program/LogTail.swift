internal import BrowserModel
internal import EventLog
internal import Glibc
internal import LineEditor
internal import Platform
internal import Store

/// Shows what is appended to the log from now on, by other processes.
struct LogTail {
  private let shell: Shell
  private let filter: LogFilter
  private let output: Output
  /// The newest event that was shown or passed by.
  private var position: EventID
  /// How often another process' events are looked for.
  private static let lookMilliseconds: Int32 = 250

  /// Begins behind what the shell knows.
  init(_ shell: Shell, _ filter: LogFilter, on output: Output) {
    self.shell = shell
    position = shell.store.browser.sequence
    self.filter = filter
    self.output = output
  }

  /// Shows all of it, until Ctrl-C or until nobody reads it any more.
  mutating func run() throws(CommandFailure) {
    while !LineEditor.interruptRequested, !output.isClosed {
      try showNew()
      guard wait() else { return }
    }
    // The terminal shows Ctrl-C where it was pressed.
    if output.isTerminal { output.writeLine() }
  }

  /// Shows what is new now.
  mutating func showNew() throws(CommandFailure) {
    let newest = try newest()
    guard newest != position else { return }
    try show(behind: position)
    position = newest
  }

  private func newest() throws(CommandFailure) -> EventID {
    try failing { () throws(LogFailure) in
      try shell.store.catchUp()
      return shell.store.browser.sequence
    }
  }

  private func show(behind position: EventID) throws(CommandFailure) {
    var list = EventList(shell)
    try shell.visitEvents(of: shell.lineageInView, from: position.advanced(by: 1)) { event, words in
      if filter.includes(event, words: words) { list.add(event, words: words) }
      return true
    }
    guard !list.isEmpty else { return }
    output.write(try list.answer().text(in: shell))
    try failing { () throws(SystemError) in try output.flush() }
  }

  /// Waits a little; false when nobody reads the output any more.
  private func wait() -> Bool {
    var watched = [pollfd(fd: output.descriptor.number, events: 0, revents: 0)]
    return Descriptors.wait(for: &watched, milliseconds: Self.lookMilliseconds) <= 0
  }
}
