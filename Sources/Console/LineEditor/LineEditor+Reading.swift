internal import Glibc

extension LineEditor {
  /// Waits for the next character; stops when the line shall end.
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

  /// Waits for input, a wake or the next tick, and sees to the latter two.
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

  /// Reads one byte; nil when it completes no character or the input ended.
  private func readScalar() -> Unicode.Scalar? {
    var byte: UInt8 = 0
    let count = unsafe read(STDIN_FILENO, &byte, 1)
    if count == 1 { return decoder.decode(byte) }
    if count == 0 || (errno != EINTR && errno != EAGAIN) { ending = .end }
    return nil
  }

  /// Finds out whether an escape begins a pasted text.
  ///
  /// libedit could do so, but a key that begins with an escape takes the Escape key from its vi
  /// mode.
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

  /// How long the rest of a sequence may be on its way.
  private static let escapeMilliseconds: Int32 = 25

  private func isReadable(withinMilliseconds timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, timeout) > 0
  }
}

// MARK: - Signals

extension LineEditor {
  /// Does what signals asked for.
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
      // Terminals that wrap rows anew leave nothing to go by but an empty screen.
      redraw(from: Terminal.understandsEscapes ? "\u{1B}[H\u{1B}[2J" : "\r\n")
    }
  }

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

  /// After another program had the terminal.
  private func takeTerminalBack() {
    // libedit believes that the terminal is as it left it, so it must leave it first.
    session.setRaw(false)
    session.setRaw(true)
    Terminal.setBracketedPaste(true)
    session.resize()
    redraw(from: "\r")
  }
}

// MARK: - Messages

extension LineEditor {
  /// Shows messages above the prompt, and below them the prompt as it is now.
  private func show(_ messages: [String]) {
    guard !messages.isEmpty, ending == nil else { return }
    redraw(from: Terminal.understandsEscapes ? toFirstRow + "\u{1B}[J" : "\r\n", messages: messages)
  }

  /// Each message on rows of its own.
  func rows(of messages: [String]) -> String {
    messages.reduce("") { rows, message in
      rows
        + message.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        + "\r\n"
    }
  }

  private func redraw(from start: String, messages: [String] = []) {
    hideHint()
    Terminal.write(start + rows(of: messages))
    askForPrompt()
    session.draw()
    if !isPasting { showHint() }
  }

  /// Asks the caller for the prompt as it is now.
  func askForPrompt() {
    let now = prompt()
    let left = PromptEncoding.encode(now.left)
    let right = PromptEncoding.encode(now.right)
    promptWidth = PromptEncoding.width(ofEncoded: left)
    rightPromptWidth = PromptEncoding.width(ofEncoded: right)
    session.setPrompts(left: left, right: right)
  }

  func startTicking() {
    guard let (interval, _) = whileWaiting else { return }
    nextTickMilliseconds = Self.nowMilliseconds + max(1, interval)
  }

  private func tick() {
    guard let (_, messages) = whileWaiting else { return }
    show(messages())
    startTicking()
  }

  /// For `poll`: −1 waits for ever.
  private var tickTimeoutMilliseconds: Int32 {
    guard whileWaiting != nil else { return -1 }
    return Int32(clamping: max(0, nextTickMilliseconds - Self.nowMilliseconds))
  }

  private static var nowMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}
