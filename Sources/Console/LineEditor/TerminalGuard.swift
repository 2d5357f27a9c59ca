internal import Glibc
internal import Synchronization

/// Puts the terminal back as it was, also when the process ends by `exit`.
enum TerminalGuard {
  private static let saved = Mutex<termios?>(nil)
  /// The same for handlers of signals, which may take no lock.
  nonisolated(unsafe) private static var copy = termios()
  private static let hasCopy = Atomic(false)

  private static let registered: Void = {
    atexit { TerminalGuard.end() }
  }()

  /// Remembers how the terminal is.
  ///
  /// - Precondition: nothing is remembered yet.
  static func begin() {
    _ = registered
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    saved.withLock { saved in
      precondition(saved == nil, "One line editor a process.")
      saved = settings
      unsafe copy = settings
      hasCopy.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Puts back what was remembered, in a handler of signals.
  static func endInHandler() {
    guard hasCopy.load(ordering: .sequentiallyConsistent) else { return }
    let pasteOff: StaticString = "\u{1B}[?2004l\r\n"
    _ = unsafe write(STDOUT_FILENO, pasteOff.utf8Start, pasteOff.utf8CodeUnitCount)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &copy)
  }

  /// Puts back what was remembered, once.
  static func end() {
    saved.withLock { saved in
      guard var settings = saved else { return }
      Terminal.setBracketedPaste(false)
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
      saved = nil
      hasCopy.store(false, ordering: .sequentiallyConsistent)
    }
  }
}
