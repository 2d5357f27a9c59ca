/// The terminal on standard output.
package enum Terminal {
  /// The size of the screen in character cells.
  package struct Size: Equatable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// The current size, or 24 rows of 80 columns if the terminal does not report its size.
  package static var size: Size {
    var size = winsize()
    let status = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    guard status == 0, size.ws_col > 1, size.ws_row > 0 else { return Size(rows: 24, columns: 80) }
    return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Whether the terminal supports escape sequences (ECMA-48), according to its name in `TERM`.
  package static let understandsEscapes: Bool = {
    guard let name = unsafe getenv("TERM") else { return false }
    return !["", "dumb", "unknown"].contains(unsafe String(cString: name))
  }()

  /// Writes text to the terminal, and waits while the terminal is busy. If the terminal is closed,
  /// the remaining text is lost.
  package static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Platform.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        rest.removeFirst(written)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Switches bracketed paste on or off. While it is on, the terminal sends `ESC[200~` before
  /// pasted text and `ESC[201~` after it.
  package static func setBracketedPaste(_ isOn: Bool) {
    if understandsEscapes { write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
  }
}
