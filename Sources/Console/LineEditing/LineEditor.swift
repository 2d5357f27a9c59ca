package import CommandKit
package import HistoryStorage
internal import Platform

/// Reads lines from a terminal, with editing, history, completion and hints.
///
/// A process has one editor at a time: it owns the terminal and the signal handlers until
/// ``close()``. Use it on the thread that made it; only ``announcer`` and ``interruptRequested``
/// may be used on others. libedit edits the line; what is read, drawn around it and done on
/// signals is decided here.
package final class LineEditor {
  /// The result of reading a line.
  package enum Input: Equatable, Sendable {
    /// A line without its newline. It may be empty, and may hold any characters except NUL: newlines
    /// that were pasted, too.
    case line(String)
    /// Control-C was pressed: what was typed is dropped.
    case interrupted
    /// Control-D was pressed on an empty line, the terminal went away, or the process must end
    /// (SIGTERM, SIGHUP).
    case end
  }

  /// Returns what could replace the end of the text before the cursor when the completion key
  /// (Tab) is pressed. It is given that text and the whole line.
  package var complete: (_ textBeforeCursor: String, _ line: String) -> Completion = { _, _ in
    .none
  }
  /// Returns what is shown after a line while the cursor is at its end, or nil for nothing. It is
  /// called for every change of a line, so it must be fast.
  package var hint: (_ line: String) -> Hint? = { _ in nil }
  /// Returns the parts of a line that are drawn in styles, in order and without overlaps. It is
  /// called for every change of a line, so it must be fast.
  package var highlight: (_ line: String) -> [Highlight] = { _ in [] }
  /// The ellipsis for truncated text, one column wide.
  package var cutMark: Unicode.Scalar = "…"
  /// Called at an interval in milliseconds while a prompt waits; the messages that it returns are
  /// shown above the prompt. Nil for nothing; a change takes effect at the next line.
  package var whileWaiting: (intervalMilliseconds: Int, messages: () -> [String])?

  /// Takes messages from any thread and shows them above the prompt.
  package let announcer = Announcer()

  /// Whether Control-C was pressed, or the process was asked to end, since the last prompt.
  ///
  /// SIGINT does not end the process while an editor is open, so long work asks now and then. It
  /// may be used on any thread.
  package static var interruptRequested: Bool { SignalInbox.interruptRequested }

  /// The line in libedit.
  let session: EditSession
  /// The pipe that reports signals and messages of other threads during a wait for a key.
  let wakePipe: WakePipe
  /// The lines that Up finds.
  private var history: LineHistory
  /// The handlers that stand until the editor is closed.
  private var signalHandlers: SignalHandlers
  /// Whether ``close()`` was called.
  private var isClosed = false

  // The state of the line that is being read; see LineEditor+Reading.
  /// Returns the prompt as it is now.
  var prompt: () -> Prompt = { Prompt(left: "") }
  /// The columns of the left prompt.
  var promptWidth = 0
  /// The columns of the right prompt.
  var rightPromptWidth = 0
  /// Why the line ends without a newline; nil while it does not.
  var ending: Input?
  /// The columns of the hint on the screen, and what moves the cursor there, or nil if there is
  /// none.
  var shownHint: (width: Int, movement: String)?
  /// Whether a part of the line on the screen is drawn in a style.
  var hasHighlights = false
  /// Whether characters are part of a pasted text.
  var isPasting = false
  /// Makes characters of the bytes that are read.
  var decoder = ByteDecoder()
  /// The rest of a key that begins with an escape, for libedit.
  var readAhead: ArraySlice<Unicode.Scalar> = []
  /// Keys that the user has bound.
  let boundSequences = BoundSequences.ofUser()
  /// The states of the line before each change.
  var undoStack = UndoStack()
  /// When ``whileWaiting`` is due, by the monotonic clock.
  var nextTickMilliseconds = 0
  /// The handler of Control-Z, which is installed while a line is read.
  var suspendHandler = SignalHandlers()

  /// Takes over the terminal.
  ///
  /// - Parameters:
  ///   - program: The name before `:` in `.editrc`, whose settings apply.
  ///   - history: The file of earlier lines, or nil to keep lines only while the program runs.
  /// - Throws: ``SystemError`` with `ENOTTY` when standard input or output is not a terminal,
  ///   and with another code when the system refuses.
  /// - Precondition: No other editor is open in the process.
  package init(program: String, history: HistoryFile? = nil) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw SystemError(code: ENOTTY, operation: "edit lines on", path: "standard input")
    }
    _ = TextLocale.isUnicode
    session = try EditSession(program: program, historyLimit: history?.limit ?? 1_000)
    do {
      wakePipe = try WakePipe()
    } catch let error as Errno {
      throw SystemError(code: error.rawValue, operation: "make", path: "a pipe")
    }
    TerminalGuard.begin()
    self.history = LineHistory(file: history, session: session)
    SignalInbox.connect(to: wakePipe)
    announcer.connect(to: wakePipe.writeDescriptor)
    signalHandlers = .installed()
    session.read = { [unowned self] in readCharacter() }
    session.press = { [unowned self] key in press(key) }
  }

  deinit {
    close()
  }

  /// Shows a prompt and reads a line.
  ///
  /// - Parameter prompt: Returns the prompt. It is called at the start, and again whenever the
  ///   prompt is drawn below a message.
  /// - Precondition: The editor is not closed, and no line is being read.
  package func readLine(_ prompt: @escaping () -> Prompt) -> Input {
    precondition(!isClosed, "A closed line editor reads no lines.")
    begin(prompt)
    defer { finish() }
    if ending == nil, let line = session.readLine() {
      return .line(String(String.UnicodeScalarView(line.lazy.filter { $0 != "\0" })))
    }
    let input = ending ?? .end
    leave(input)
    return input
  }

  /// Adds a line to the history, unless it is blank or repeats the newest one.
  ///
  /// When the file cannot be used (``HistoryFile/problem``), the line is found again until the
  /// program ends.
  package func addHistory(_ line: String) {
    history.add(line)
  }

  /// Adds a line to the history in memory alone, until ``dropPassingHistory()``; for what must
  /// not get on the disk.
  package func addPassingHistory(_ line: String) {
    history.addPassing(line)
  }

  /// Returns the newest line of the history that continues as a text begins, and is wanted; lines
  /// that hold a newline are left out.
  ///
  /// - Complexity: O(lines of the history).
  package func newestLine(
    beginningWith text: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    session.newestHistory(beginningWith: text, where: isWanted)
  }

  /// Drops the lines that were added in memory alone.
  package func dropPassingHistory() {
    history.dropPassing()
  }

  /// Gives the terminal and the signal handlers back. A second call does nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    announcer.connect(to: -1)
    SignalInbox.disconnect()
    signalHandlers.remove()
    TerminalGuard.end()
  }

  /// Prepares everything for a new line.
  private func begin(_ prompt: @escaping () -> Prompt) {
    self.prompt = prompt
    ending = nil
    isPasting = false
    hasHighlights = false
    undoStack = UndoStack()
    decoder = ByteDecoder()
    readAhead = []
    SignalInbox.clearInterrupt()
    // Output of the program must appear before the prompt.
    fflush(nil)
    history.refresh()
    suspendHandler = .installedForSuspend()
    startTicking()
    let messages = announcer.take()
    if !messages.isEmpty { Terminal.write(rows(of: messages)) }
    Terminal.setBracketedPaste(true)
    askForPrompt()
    handle(SignalInbox.take().intersection(.terminate))
  }

  /// Removes what is installed while a line is read.
  private func finish() {
    Terminal.setBracketedPaste(false)
    suspendHandler.remove()
    prompt = { Prompt(left: "") }
  }
}
