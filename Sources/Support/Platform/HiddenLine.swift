/// A line of terminal input that is not echoed.
package enum HiddenLine {
  /// Prompts for a line and reads it from the terminal of this process.
  ///
  /// Ctrl-U clears the line, and Backspace removes its last character.
  ///
  /// - Parameter prompt: The text before the line.
  /// - Returns: The line, or nil if the user pressed Ctrl-C, or Ctrl-D before typing anything.
  /// - Throws: The system's error if the process has no terminal.
  package static func read(prompt: String) throws -> String? {
    let terminal = try FileDescriptor.open("/dev/tty", O_RDWR | O_NOCTTY)
    defer { FileDescriptor.close(terminal) }
    var previous = termios()
    guard unsafe tcgetattr(terminal, &previous) == 0 else { throw Errno.last }
    var hidden = previous
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { throw Errno.last }
    defer {
      _ = unsafe tcsetattr(terminal, TCSAFLUSH, &previous)
      try? FileDescriptor.writeAll(terminal, Array("\r\n".utf8))
    }
    try FileDescriptor.writeAll(terminal, Array(prompt.utf8))
    var line: [UInt8] = []
    while true {
      let bytes = try FileDescriptor.read(terminal, atMost: 4_096)
      guard !bytes.isEmpty else { return nil }
      for byte in bytes {
        switch byte {
        case 3: return nil
        case 4 where line.isEmpty: return nil
        case 4, UInt8(ascii: "\r"), UInt8(ascii: "\n"):
          return String(decoding: line, as: UTF8.self)
        case 8, 127:
          // Remove the continuation bytes of a character, then its first byte.
          while let last = line.popLast(), last & 0xC0 == 0x80 {}
        case 21: line = []
        case 0..<32: break
        default: line.append(byte)
        }
      }
    }
  }
}
