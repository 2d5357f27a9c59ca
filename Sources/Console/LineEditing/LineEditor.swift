package import CommandKit
package import HistoryStorage
internal import Platform

/// Reads lines from a terminal, with editing, history, completion and hints.
///
/// A process can have only one open editor. The editor owns the terminal and the signal handlers
/// until ``close()``. Use it only on the thread that created it, except for ``announcer`` and
/// ``interruptRequested``. libedit edits the line. This class controls reading, drawing around the
/// line, and signals.
package final class LineEditor {
  /// The result of reading a line.
  package enum Input: Equatable, Sendable {
    /// A line without its newline. It may be empty, and may contain any characters except NUL,
    /// including pasted newlines.
    case line(String)
    /// The user pressed Control-C, so the typed text is dropped.
    case interrupted
    /// The user pressed Control-D on an empty line, the terminal was closed, or the process must
    /// end (SIGTERM, SIGHUP).
    case end
  }

  /// Returns the possible replacements for the end of the text before the cursor. Called when the
  /// completion key (Tab) is pressed. The arguments are the text before the cursor and the complete
  /// line.
  package var complete: (_ textBeforeCursor: String, _ line: String) -> Completion = { _, _ in
    .none
  }
  /// Returns the text shown after a line while the cursor is at its end, or nil to show nothing.
  /// The function is called after every change of a line, so it must be fast.
  package var hint: (_ line: String) -> Hint? = { _ in nil }
  /// Returns the styled parts of a line, in order and without overlaps. The function is called
  /// after every change of a line, so it must be fast.
  package var highlight: (_ line: String) -> [Highlight] = { _ in [] }
  /// The ellipsis for truncated text, one column wide.
  package var cutMark: Unicode.Scalar = "…"
  /// The function to call at an interval in milliseconds while a prompt waits, or nil. The returned
  /// messages are shown above the prompt. A change of this property takes effect at the next line.
  package var whileWaiting: (intervalMilliseconds: Int, messages: () -> [String])?

  /// Accepts messages from any thread and shows them above the prompt.
  package let announcer = Announcer()

  /// Whether the user pressed Control-C, or the process was asked to end, since the last prompt.
  ///
  /// SIGINT does not end the process while an editor is open, so long work must check this property
  /// regularly. The property can be read on any thread.
  package static var interruptRequested: Bool { SignalInbox.interruptRequested }

  /// libedit's line editor.
  let session: EditSession
  /// The pipe that wakes the editor for signals, and for messages from other threads, while it
  /// waits for a key.
  let wakePipe: WakePipe
  /// The lines that the Up key finds.
  private var history: LineHistory
  /// The signal handlers installed until the editor is closed.
  private var signalHandlers: SignalHandlers
  /// Whether ``close()`` was called.
  private var isClosed = false

  // The state of the line that is being read; see LineEditor+Reading.
  /// Returns the current prompt.
  var prompt: () -> Prompt = { Prompt(left: "") }
  /// The columns of the left prompt.
  var promptWidth = 0
  /// The columns of the right prompt.
  var rightPromptWidth = 0
  /// The reason why the line ends without a newline, or nil while the line continues.
  var ending: Input?
  /// The width of the hint on the screen, and the sequence that moves the cursor there, or nil if
  /// no hint is shown.
  var shownHint: (width: Int, movement: String)?
  /// Whether any part of the line on the screen is drawn with a style.
  var hasHighlights = false
  /// Whether the characters being read belong to pasted text.
  var isPasting = false
  /// The decoder for the bytes read.
  var decoder = ByteDecoder()
  /// The remaining characters of a key that begins with an escape, which libedit reads next.
  var readAhead: ArraySlice<Unicode.Scalar> = []
  /// The key sequences that the user may have bound.
  let boundSequences = BoundSequences.ofUser()
  /// The states of the line before each change.
  var undoStack = UndoStack()
  /// The time of the next call of ``whileWaiting``, on the monotonic clock.
  var nextTickMilliseconds = 0
  /// The handler of Control-Z, which is installed while a line is read.
  var suspendHandler = SignalHandlers()

  /// Acquires the terminal.
  ///
  /// - Parameters:
  ///   - program: The program name before `:` that selects the settings in `.editrc`.
  ///   - history: The file of earlier lines, or nil to store lines only until the program ends.
  /// - Throws: ``SystemError`` with `ENOTTY` if standard input or output is not a terminal, or with
  ///   another code for other system errors.
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
  /// - Parameter prompt: Returns the prompt. The function is called at the start, and whenever the
  ///   prompt is drawn again below a message.
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

  /// Adds a line to the history, unless the line is blank or equal to the newest line.
  ///
  /// If the file cannot be used (``HistoryFile/problem``), the line is stored until the program
  /// ends.
  package func addHistory(_ line: String) {
    history.add(line)
  }

  /// Adds a line to the history only in memory, until ``dropPassingHistory()`` is called. Use this
  /// for lines that must not be written to disk.
  package func addPassingHistory(_ line: String) {
    history.addPassing(line)
  }

  /// Returns the newest line of the history that begins with a text and satisfies a condition.
  /// Lines that contain a newline are skipped.
  ///
  /// - Complexity: O(lines of the history).
  package func newestLine(
    beginningWith text: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    session.newestHistory(beginningWith: text, where: isWanted)
  }

  /// Drops the lines that are only in memory.
  package func dropPassingHistory() {
    history.dropPassing()
  }

  /// Restores the terminal and the signal handlers. A second call does nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    announcer.connect(to: -1)
    SignalInbox.disconnect()
    signalHandlers.remove()
    TerminalGuard.end()
  }

  /// Prepares for a new line.
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
    let messages = announcer.removeAll()
    if !messages.isEmpty { Terminal.write(rows(of: messages)) }
    Terminal.setBracketedPaste(true)
    askForPrompt()
    handle(SignalInbox.removeAll().intersection(.terminate))
  }

  /// Removes the handlers installed while a line is read.
  private func finish() {
    Terminal.setBracketedPaste(false)
    suspendHandler.remove()
    prompt = { Prompt(left: "") }
  }
}
