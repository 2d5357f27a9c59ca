internal import Glibc

extension LineEditor {
  /// Waits for the next character for libedit, and stops when the line has to end.
  ///
  /// While it waits, messages are shown, signals handled, and the hint drawn.
  func readCharacter() -> EditSession.Reading {
    if let scalar = readAhead.popFirst() { return .character(scalar) }
    if !isPasting {
      recordForUndo()
      if !isReadable(withinMilliseconds: 0) { showHint() }
    }
    defer { hideHint() }
    while ending == nil {
      wait()
      guard ending == nil, isReadable(withinMilliseconds: 0) else { continue }
      guard let scalar = readScalar() else { continue }
      return .character(scalar == "\u{1B}" && !isPasting ? readEscape() : scalar)
    }
    return .stop
  }

  /// Waits for input, a wake or the next tick, and handles the latter two.
  private func wait() {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe.readDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&descriptors, 2, tickTimeoutMilliseconds)
    if count == 0 { tick() }
    if count < 0, errno != EINTR { ending = .end }
    if descriptors[1].revents != 0 { wakePipe.drain() }
    // A signal may come together with input that was typed after it.
    look(at: SignalInbox.take())
    show(announcer.take())
  }

  /// Reads one byte; returns nil when it completes no character or the input has ended.
  private func readScalar() -> Unicode.Scalar? {
    var byte: UInt8 = 0
    let count = unsafe read(STDIN_FILENO, &byte, 1)
    if count == 1 { return decoder.decode(byte) }
    if count == 0 || (errno != EINTR && errno != EAGAIN) { ending = .end }
    return nil
  }

  /// Finds out whether an escape begins a pasted text.
  ///
  /// libedit could do that, but a key binding that begins with an escape would take the Escape
  /// key from its vi mode.
  private func readEscape() -> Unicode.Scalar {
    for expected in "[200~".unicodeScalars {
      guard isReadable(withinMilliseconds: Self.escapeMilliseconds), let scalar = readScalar()
      else {
        return "\u{1B}"
      }
      readAhead.append(scalar)
      if scalar != expected { return "\u{1B}" }
    }
    readAhead = []
    return EditSession.pasteKey
  }

  /// How long to wait for the rest of a sequence.
  private static let escapeMilliseconds: Int32 = 25

  /// Whether standard input has something within a time.
  private func isReadable(withinMilliseconds timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, timeout) > 0
  }
}

// MARK: - Signals

extension LineEditor {
  /// Does what signals ask for. One that ends the line makes others pointless.
  func look(at signals: PendingSignals) {
    if signals.contains(.terminate) {
      ending = .end
    } else if signals.contains(.interrupt) {
      ending = .interrupted
    } else if signals.contains(.suspend) {
      suspend()
    } else if signals.contains(.resume) {
      takeTerminalBack()
    } else if signals.contains(.resize) {
      session.resize()
      // A terminal may wrap rows anew at another width, so only an empty screen is certain.
      redraw(from: Terminal.understandsEscapes ? "\u{1B}[H\u{1B}[2J" : "\r\n")
    }
  }

  /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
  private func suspend() {
    hideHint()
    Terminal.setBracketedPaste(false)
    Terminal.write(toLastRow + "\r\n")
    session.setRaw(false)
    suspendHandler.remove()
    SignalHandlers.stopProcess()
    suspendHandler = .installedForSuspend()
    let missed = SignalInbox.take()
    takeTerminalBack()
    look(at: missed.subtracting([.resume, .resize, .suspend]))
  }

  /// Takes the terminal after another program had it.
  private func takeTerminalBack() {
    // libedit assumes that the terminal is still in raw mode, so that is switched off and on
    // again.
    session.setRaw(false)
    session.setRaw(true)
    Terminal.setBracketedPaste(true)
    session.resize()
    redraw(from: "\r")
  }
}

// MARK: - Messages

extension LineEditor {
  /// Shows messages above the prompt, and the prompt below them as it is now.
  private func show(_ messages: [String]) {
    guard !messages.isEmpty, ending == nil else { return }
    redraw(from: Terminal.understandsEscapes ? toFirstRow + "\u{1B}[J" : "\r\n", messages: messages)
  }

  /// Returns messages as rows for a terminal in raw mode, which needs a carriage return for each.
  func rows(of messages: [String]) -> String {
    messages.reduce("") { rows, message in
      rows
        + message.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        + "\r\n"
    }
  }

  /// Writes something, and draws prompt and line anew below it.
  private func redraw(from start: String, messages: [String] = []) {
    hideHint()
    Terminal.write(start + rows(of: messages))
    askForPrompt()
    session.draw()
    if !isPasting { showHint() }
  }

  /// Asks for the prompt as it is now, and gives it to libedit.
  func askForPrompt() {
    let now = prompt()
    let left = PromptEncoding.encode(now.left)
    let right = PromptEncoding.encode(now.right)
    promptWidth = PromptEncoding.width(ofEncoded: left)
    rightPromptWidth = PromptEncoding.width(ofEncoded: right)
    session.setPrompts(left: left, right: right)
  }

  /// Sets when ``whileWaiting`` is due next.
  func startTicking() {
    guard let (interval, _) = whileWaiting else { return }
    nextTickMilliseconds = Self.nowMilliseconds + max(1, interval)
  }

  /// Calls ``whileWaiting`` and shows what it returns.
  private func tick() {
    guard let (_, messages) = whileWaiting else { return }
    show(messages())
    startTicking()
  }

  /// How long `poll` may wait; −1 for as long as it takes.
  private var tickTimeoutMilliseconds: Int32 {
    guard whileWaiting != nil else { return -1 }
    return Int32(clamping: max(0, nextTickMilliseconds - Self.nowMilliseconds))
  }

  /// The monotonic clock.
  private static var nowMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}
