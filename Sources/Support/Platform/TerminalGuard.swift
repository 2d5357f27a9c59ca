internal import Synchronization

/// Restores the settings of the terminal, also when the process ends by `exit`.
package enum TerminalGuard {
  /// The settings before the editor was opened, or nil if there is none.
  private static let saved = Mutex<termios?>(nil)
  /// The same settings for signal handlers, which must not acquire a lock. For a global initialized
  /// with `termios()`, the compiler (Swift 6.3) allocates only 57 bytes, because it ignores padding.
  nonisolated(unsafe) private static var copy: termios?
  /// Whether `copy` is set.
  private static let hasCopy = Atomic(false)

  /// Registers the restoring at exit, once.
  private static let registered: Void = {
    atexit { TerminalGuard.end() }
  }()

  /// Remembers the settings of the terminal.
  ///
  /// - Precondition: Nothing is remembered yet.
  package static func begin() {
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

  /// Restores the settings from a signal handler.
  package static func endInHandler() {
    guard hasCopy.load(ordering: .sequentiallyConsistent), var settings = unsafe copy else {
      return
    }
    let pasteOff: StaticString = "\u{1B}[?2004l\r\n"
    _ = unsafe write(STDOUT_FILENO, pasteOff.utf8Start, pasteOff.utf8CodeUnitCount)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the settings, once.
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
