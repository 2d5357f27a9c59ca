internal import Platform

extension LineEditor {
  /// Waits for the next character that libedit reads. Stops if the line must end.
  ///
  /// During the wait, it shows messages, handles signals, and draws the styles and the hint.
  func readCharacter() -> EditSession.Reading {
    if let scalar = readAhead.popFirst() { return .character(scalar) }
    let isQuiet = !isPasting && !isReadable(withinMilliseconds: Self.restMilliseconds)
    if !isPasting { recordForUndo() }
    if isQuiet {
      showHighlights()
      showHint()
    }
    defer { hideHint() }
    while ending == nil {
      wait()
      guard ending == nil, isReadable(withinMilliseconds: 0) else { continue }
      guard let scalar = readScalar() else { continue }
      // If a complete line arrived at once, it is highlighted only here.
      if !isQuiet, !isPasting, scalar == "\r" || scalar == "\n" { showHighlights() }
      if scalar != "\u{1B}" || isPasting { return .character(scalar) }
      if let key = readKey() { return .character(key) }
    }
    return .stop
  }

  /// Waits for input, a wake or the next tick. Handles wakes and ticks.
  private func wait() {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe.readDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&descriptors, 2, tickTimeoutMilliseconds)
    if count == 0 { tick() }
    if count < 0, errno != EINTR { ending = .end }
    if descriptors[1].revents != 0 { wakePipe.drain() }
    // A signal may arrive together with input that was typed after it.
    handle(SignalInbox.removeAll())
    show(announcer.removeAll())
  }

  /// Reads one byte. Returns nil if the byte does not complete a character, or if the input has
  /// ended.
  private func readScalar() -> Unicode.Scalar? {
    var byte: UInt8 = 0
    let count = unsafe read(STDIN_FILENO, &byte, 1)
    if count == 1 { return decoder.decode(byte) }
    if count == 0 || (errno != EINTR && errno != EAGAIN) { ending = .end }
    return nil
  }

  /// Reads a key that begins with an escape. Returns nil if the key is not bound.
  ///
  /// libedit would insert the end of an unknown sequence into the line. A key binding that begins
  /// with an escape would disable the Escape key of libedit's vi mode.
  private func readKey() -> Unicode.Scalar? {
    var sequence = EscapeSequence()
    while !sequence.isComplete {
      let patience =
        sequence.hasIntroducer ? Self.sequenceMilliseconds : Self.escapeMilliseconds
      guard isReadable(withinMilliseconds: patience), let scalar = readScalar() else { break }
      sequence.append(scalar)
    }
    guard !boundSequences.contains(sequence) else { return passOn(sequence) }
    return switch sequence.meaning {
    case .paste: EditSession.pasteKey
    case .forwardWord: EditSession.forwardWordKey
    case .backwardWord: EditSession.backwardWordKey
    case .passedOn: passOn(sequence)
    case .nothing: nil
    }
  }

  /// Passes a key to libedit in the form in which the terminal sent the key.
  private func passOn(_ sequence: EscapeSequence) -> Unicode.Scalar {
    readAhead = sequence.text[...]
    return "\u{1B}"
  }

  /// The pause before a hint is computed. Without the pause, a busy machine would show the last
  /// typed character only when the hint is ready.
  private static let restMilliseconds: Int32 = 2

  /// The time to wait for more input after an escape, because Escape is also a key.
  private static let escapeMilliseconds: Int32 = 25

  /// The time to wait for the rest of an incomplete sequence, because a connection may be slow.
  private static let sequenceMilliseconds: Int32 = 250

  /// Whether standard input becomes readable within a time limit.
  private func isReadable(withinMilliseconds timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, timeout) > 0
  }
}
