internal import Glibc
internal import Synchronization

/// Puts the terminal back as it was, also when the process ends by `exit`.
enum TerminalGuard {
  private static let saved = Mutex<termios?>(nil)
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
    }
  }

  /// Puts back what was remembered, once.
  static func end() {
    saved.withLock { saved in
      guard var settings = saved else { return }
      Terminal.setBracketedPaste(false)
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
      saved = nil
    }
  }
}
