package import Platform
internal import RetraceEventLog
internal import RetraceStore

/// A helper program next to this one, running on behalf of the console.
///
/// The helper inherits the console's standard output and standard error. If it fails, it writes the
/// reason to descriptor 3.
package struct HelperProcess {
  /// The helper programs.
  package enum Kind: String {
    /// Reads and writes the formats of other programs.
    case exchange
    /// Exchanges messages with other devices.
    case sync
    /// Connects browsers.
    case live

    var name: String { "retrace-\(rawValue)" }

    /// The description of its task, for use in a sentence.
    fileprivate var work: String {
      switch self {
      case .exchange: "reads and writes files of other programs"
      case .sync: "synchronizes devices"
      case .live: "connects browsers"
      }
    }
  }

  private let kind: Kind
  private let process: StartedProcess
  private let failure: Descriptor

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - call: The words of a ``HelperCall``.
  ///   - input: The standard input, or nil to pass on the console's standard input. Unlike the
  ///     arguments, other users cannot see this text.
  init(_ kind: Kind, _ call: [String], input: String? = nil) throws {
    self.kind = kind
    let ends = try Self.pipe(for: kind)
    defer { _ = close(ends.writing) }
    var program = Self.launcher(kind, call)
    program.descriptors = [(ends.writing, HelperCall.consoleFailureDescriptor)]
    let inputEnds = try input.map { _ in try Self.pipe(for: kind) }
    if let inputEnds { program.descriptors.append((inputEnds.reading, STDIN_FILENO)) }
    // Otherwise, signals that this process ignores would stay ignored.
    program.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM]
    do {
      process = try ForwardedSignals.start(program)
    } catch let error as Errno {
      for end in [ends.reading, inputEnds?.reading, inputEnds?.writing].compactMap(\.self) {
        _ = close(end)
      }
      throw Self.failure(kind, error)
    }
    failure = Descriptor(ends.reading, name: kind.name)
    guard let input, let inputEnds else { return }
    _ = close(inputEnds.reading)
    // A helper that exits without reading its input reports the reason itself.
    try? FileDescriptor.writeAll(inputEnds.writing, Array(input.utf8))
    _ = close(inputEnds.writing)
  }

  /// Returns a launcher for the program that is next to this process's executable. If there is none,
  /// the launcher starts the program found on PATH.
  package static func launcher(_ kind: Kind, _ call: [String]) -> ProcessLauncher {
    ProcessLauncher(pathBesideThis(kind.name) ?? kind.name, named: kind.name, call)
  }

  private static func pipe(
    for kind: Kind
  ) throws -> (reading: Int32, writing: Int32) {
    try SystemError.from("pipe", kind.name) { try FileDescriptor.pipe() }
  }

  /// Returns the error if the program could not be started.
  package static func failure(_ kind: Kind, _ code: Errno) -> CommandError {
    guard code.rawValue == ENOENT else {
      return CommandError(SystemError(code, operation: "start", path: kind.name))
    }
    return CommandError(
      "notInstalled",
      "The program \(kind.name), which \(kind.work), is neither next to retrace nor on PATH."
    )
  }

  /// Waits until the helper ends.
  ///
  /// - Returns: Whether the helper succeeded, but reported that data may be missing because the
  ///   profile is damaged.
  /// - Throws: The error that the program reports.
  @discardableResult
  func wait() throws -> Bool {
    var message = ""
    return try wait(&message)
  }

  /// Waits until the program ends, and returns its output on descriptor 3.
  ///
  /// - Throws: The error that the program reports.
  func answer() throws -> String {
    var message = ""
    _ = try wait(&message)
    return message
  }

  private func wait(_ message: inout String) throws -> Bool {
    let end = ForwardedSignals.wait(for: process) { message = self.message() }
    // A helper that a signal ended may have left a progress bar.
    if case .signal = end { Output.noteProgress() }
    switch end {
    case .signal(SIGINT): throw CommandError.interrupted
    case .signal(let number):
      throw CommandError(kind.rawValue, "\(kind.name) was ended by signal \(number).")
    case .status(ExitStatus.done.rawValue): return false
    case .status(ExitStatus.damaged.rawValue) where message.isEmpty: return true
    case .status(let code):
      throw CommandError(
        kind.rawValue, message.isEmpty ? "\(kind.name) ended with status \(code)." : message,
        status: ExitStatus(rawValue: code) ?? .failed)
    }
  }

  /// Returns the output of the program, up to the point at which the program ends or closes its
  /// descriptor.
  private func message() -> String {
    defer { failure.close() }
    let bytes = (try? FileDescriptor.readAll(failure.number)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the path of the program next to the executable of this process, or nil if there is
  /// none.
  private static func pathBesideThis(_ name: String) -> String? {
    guard let own = FileTree.linkTarget(of: "/proc/self/exe"),
      let slash = own.lastIndex(of: "/")
    else { return nil }
    let path = "\(own[...slash])\(name)"
    return FileTree.allows(X_OK, path) ? path : nil
  }
}
