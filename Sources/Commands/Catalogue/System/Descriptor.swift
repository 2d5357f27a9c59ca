internal import Platform

/// An open file of the process, with a name for messages. The file is not closed automatically.
package struct Descriptor: Hashable, Sendable {
  /// Standard input.
  package static let standardInput = Descriptor(0, name: "standard input")
  /// Standard output.
  package static let standardOutput = Descriptor(1, name: "standard output")
  /// Standard error.
  package static let standardError = Descriptor(2, name: "standard error")

  /// The number of the descriptor.
  package let number: Int32
  /// The name of the descriptor in messages.
  package let name: String

  /// Creates a descriptor from its number.
  package init(_ number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Opens a file for reading.
  package static func open(forReading path: String) throws -> Descriptor {
    let number = try SystemError.from("open", path) {
      try FileDescriptor.open(path, O_RDONLY)
    }
    return Descriptor(number, name: path)
  }

  /// Opens a regular file for reading. Rejects other files, like `FileDescriptor.openFile(_:)`.
  package static func open(file path: String) throws -> Descriptor {
    let number = try SystemError.from("open", path) {
      try FileDescriptor.openFile(path)
    }
    return Descriptor(number, name: path)
  }

  /// Whether the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The size of the terminal, or nil if there is none or it does not report its size.
  package var terminalSize: TerminalSize? {
    FileDescriptor.terminalSize(number).map { TerminalSize(columns: $0.columns, rows: $0.rows) }
  }

  /// The size of a file in bytes, or nil for other descriptors, such as a pipe.
  package var fileBytes: Int? {
    guard let status = try? FileDescriptor.status(number), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Closes the file. Its number may be reused at once.
  package func close() { _ = Platform.close(number) }

  /// Reads available bytes into an array, starting at a position. A result of 0 bytes indicates the
  /// end.
  package func read(into bytes: inout [UInt8], from position: Int) throws -> Int {
    while true {
      do {
        return try FileDescriptor.read(number, into: &bytes, from: position)
      } catch let error as Errno {
        try wait(after: error, "read", for: POLLIN)
      }
    }
  }

  /// Writes bytes, starting at a position. Returns the number of bytes written, which may be less
  /// than all.
  func write(_ bytes: [UInt8], from position: Int) throws -> Int {
    while true {
      do {
        return try FileDescriptor.write(number, bytes[position...])
      } catch let error as Errno {
        try wait(after: error, "write", for: POLLOUT)
      }
    }
  }

  // Waits for a descriptor that a shell or another program made non-blocking.
  private func wait(
    after code: Errno, _ operation: String, for event: Int32
  ) throws {
    guard code.rawValue == EAGAIN else {
      throw SystemError(code, operation: operation, path: name)
    }
    var waiting = [pollfd(fd: number, events: Int16(event), revents: 0)]
    _ = FileDescriptor.wait(for: &waiting, milliseconds: -1)
  }
}
