internal import Glibc

/// Reads lines from a terminal, with editing, history, completion and hints.
///
/// One editor a process: it owns the terminal and the signal handlers until `close()`. All of it
/// belongs to the thread that made it, except `announcer` and `interruptRequested`.
public final class LineEditor {
  /// What reading a line came to.
  public enum Input: Equatable, Sendable {
    /// A line without its newline. It may be empty and may hold any characters except NUL.
    case line(String)
    /// Control-C dropped the line.
    case interrupted
    /// Control-D on an empty line, the terminal went away, or the process shall end (SIGTERM).
    case end
  }

  /// Answers the completion key, given the text before the cursor and the whole line.
  public var complete: (_ textBeforeCursor: String, _ line: String) -> Completion = { _, _ in
    .none
  }
  /// Answers, given the line, what to show after it while the cursor is at its end.
  public var hint: (_ line: String) -> Hint? = { _ in nil }
  /// Joins the lines of a text that was pasted, at least two of them, into one.
  public var joinPasted: (_ lines: [String]) -> String = { $0.joined(separator: " ; ") }
  /// Called each so many milliseconds while a prompt waits; what it returns is shown above it.
  public var whileWaiting: (intervalMilliseconds: Int, messages: () -> [String])?

  /// Takes messages from any thread, to be shown above the prompt.
  public let announcer = Announcer()

  /// Whether Control-C was pressed, or the process was asked to end, since the last prompt.
  ///
  /// Long work asks for it now and then; SIGINT does not end the process. May be asked from any
  /// thread.
  public static var interruptRequested: Bool { SignalInbox.interruptRequested }

  let session: EditSession
  let wakePipe: WakePipe
  private var history: LineHistory
  private var signalHandlers: SignalHandlers
  private var isClosed = false

  // What is known of the line that is being read; see LineEditor+Reading.
  var prompt: () -> Prompt = { Prompt(left: "") }
  var promptWidth = 0
  var rightPromptWidth = 0
  var ending: Input?
  var shownHintWidth: Int?
  var isPasting = false
  var decoder = ByteDecoder()
  var readAhead: ArraySlice<Unicode.Scalar> = []
  var undoStack = UndoStack()
  var nextTickMilliseconds = 0
  var suspendHandler = SignalHandlers()

  /// Takes over the terminal.
  ///
  /// `program` is the name before `:` in `.editrc`, whose settings are honoured. Without `history`
  /// lines are found again only while the program runs. Throws when standard input or output is
  /// not a terminal (`ENOTTY`) or the system refuses.
  ///
  /// - Precondition: no other editor is open.
  public init(program: String, history: HistoryFile? = nil) throws(LineEditorError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw LineEditorError(code: ENOTTY, operation: "edit lines on", path: "standard input")
    }
    _ = TextLocale.isUnicode
    session = try EditSession(program: program, historyLimit: history?.limit ?? 1_000)
    wakePipe = try WakePipe()
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
  /// `prompt` is asked at the start and again when the prompt is drawn anew below a message.
  ///
  /// - Precondition: the editor is not closed, and no line is being read.
  public func readLine(_ prompt: @escaping () -> Prompt) -> Input {
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

  /// Keeps a line in the history, unless it is blank or repeats the newest one.
  public func addHistory(_ line: String) {
    history.add(line)
  }

  /// Keeps a line in memory alone, until ``dropPassingHistory()``.
  public func addPassingHistory(_ line: String) {
    history.addPassing(line)
  }

  /// Drops the lines that were kept in memory alone.
  public func dropPassingHistory() {
    history.dropPassing()
  }

  /// Waits until a descriptor can be read; false when Control-C was pressed, or the process shall end,
  /// before that or since the last prompt.
  ///
  /// A read would go on after a signal. Without an editor only the descriptor is waited for.
  public static func waitForInput(on descriptor: Int32) -> Bool {
    while !interruptRequested {
      var descriptors = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: SignalInbox.wakes, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&descriptors, 2, -1)
      if descriptors[1].revents != 0 { WakePipe.drain(SignalInbox.wakes) }
      if interruptRequested { return false }
      if descriptors[0].revents != 0 || (count < 0 && errno != EINTR) { return true }
    }
    return false
  }

  /// Gives the terminal and the signal handlers back. Closing again does nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    announcer.connect(to: -1)
    SignalInbox.disconnect()
    signalHandlers.remove()
    TerminalGuard.end()
  }

  /// Puts the terminal of an open line editor back, in a handler of signals whose process ends.
  public static func restoreTerminal() { TerminalGuard.endInHandler() }

  private func begin(_ prompt: @escaping () -> Prompt) {
    self.prompt = prompt
    ending = nil
    isPasting = false
    undoStack = UndoStack()
    decoder = ByteDecoder()
    readAhead = []
    SignalInbox.clearInterrupt()
    // What the program printed comes before the prompt.
    fflush(nil)
    history.refresh()
    suspendHandler = .installedForSuspend()
    startTicking()
    let messages = announcer.take()
    if !messages.isEmpty { Terminal.write(rows(of: messages)) }
    Terminal.setBracketedPaste(true)
    askForPrompt()
    look(at: SignalInbox.take().intersection(.terminate))
  }

  private func finish() {
    Terminal.setBracketedPaste(false)
    suspendHandler.remove()
    prompt = { Prompt(left: "") }
  }

  /// Goes to a fresh row below what was typed.
  private func leave(_ input: Input) {
    session.setRaw(false)
    if input == .interrupted { SignalInbox.clearInterrupt() }
    Terminal.write(toLastRow + (input == .interrupted ? "^C\r\n" : "\r\n"))
  }
}

/// The system refused something that line editing or its history needs.
public struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error number of the system (`errno`), or 0 where it gave none.
  public var code: Int32
  /// What was tried, as in "open".
  public var operation: String
  /// The file, or what stands in its place.
  public var path: String

  init(code: Int32 = 0, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// One sentence without a full stop.
  public var description: String {
    "cannot \(operation) \(path)" + (code == 0 ? "" : ": " + SystemError.message(for: code))
  }
}

enum SystemError {
  /// The number of the last system call that failed on this thread.
  static var last: Int32 { errno }

  static func message(for code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
