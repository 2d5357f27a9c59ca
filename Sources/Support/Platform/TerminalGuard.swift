internal import Synchronization

/// A guard that restores the settings of the terminal, even if the process ends with `exit`.
package enum TerminalGuard {
  /// The settings before the line editor was opened, or nil if no editor is open.
  private static let saved = Mutex<termios?>(nil)
  /// A copy of ``saved`` for signal handlers, which must not acquire a lock. The variable is
  /// optional, because the compiler (Swift 6.3) ignores padding and allocates only 57 bytes for a
  /// global that is initialized with `termios()`.
  nonisolated(unsafe) private static var copy: termios?
  /// Whether `copy` is set.
  private static let hasCopy = Atomic(false)

  /// A constant whose first use registers a function that restores the settings at exit.
  private static let registered: Void = {
    atexit { TerminalGuard.end() }
  }()

  /// Saves the settings of the terminal.
  ///
  /// - Precondition: No settings are saved yet.
  package static func begin() {
    _ = registered
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    saved.withLock { saved in
      precondition(saved == nil, "A process can have only one line editor.")
      saved = settings
      unsafe copy = settings
      hasCopy.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Restores the settings from a signal handler.
  package static func endInHandler() {
    guard hasCopy.load(ordering: .sequentiallyConsistent), var settings = unsafe copy else {
      return
    }
    let pasteOff: StaticString = "\u{1B}[?2004l\r\n"
    _ = unsafe write(STDOUT_FILENO, pasteOff.utf8Start, pasteOff.utf8CodeUnitCount)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the settings if they have not been restored yet.
  package static func end() {
    saved.withLock { saved in
      guard var settings = saved else { return }
      Terminal.setBracketedPaste(false)
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
      saved = nil
      hasCopy.store(false, ordering: .sequentiallyConsistent)
    }
  }
}
