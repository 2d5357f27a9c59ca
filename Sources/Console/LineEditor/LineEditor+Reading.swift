internal import Glibc

extension LineEditor {
  /// Waits for the next character for libedit, and stops when the line has to end.
  ///
  /// While it waits, messages are shown, signals handled, and the styles and the hint drawn.
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
      // Of a line that came at once this is the last look.
      if !isQuiet, !isPasting, scalar == "\r" || scalar == "\n" { showHighlights() }
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
    handle(SignalInbox.take())
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

  /// How long to rest before a hint is looked for: on a busy machine the terminal would get the echo of the
  /// last key only when that is done.
  private static let restMilliseconds: Int32 = 2

  /// How long to wait for the rest of a sequence.
  private static let escapeMilliseconds: Int32 = 25

  /// Whether standard input has something within a time.
  private func isReadable(withinMilliseconds timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, timeout) > 0
  }
}
