internal import Glibc
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// A helper program next to this one, running on behalf of the console.
///
/// The helper inherits the console's standard output and standard error. If it fails, it writes the
/// reason to descriptor 3.
struct HelperProcess {
  /// The helper programs.
  enum Kind: String {
    /// Reads and writes the formats of other programs.
    case exchange
    /// Exchanges messages with other devices.
    case sync

    var name: String { "retrace-\(rawValue)" }

    /// The description of its task, for use in a sentence.
    fileprivate var work: String {
      switch self {
      case .exchange: "reads and writes files of other programs"
      case .sync: "synchronizes devices"
      }
    }
  }

  /// The descriptor to which the helper writes the reason of a failure.
  private static let failureDescriptor: Int32 = 3

  private let kind: Kind
  private let process: StartedProcess
  private let failure: Descriptor

  /// Starts the program next to this process's executable, or otherwise the one on PATH.
  ///
  /// - Parameter input: The standard input, or nil to pass on the console's. Unlike arguments,
  ///   other users cannot see it.
  init(_ kind: Kind, _ arguments: [String], input: String? = nil) throws(CommandFailure) {
    self.kind = kind
    let ends = try Self.pipe(for: kind)
    defer { _ = close(ends.writing) }
    var program = ProcessLauncher(
      Self.pathBesideThis(kind.name) ?? kind.name, named: kind.name, arguments)
    program.descriptors = [(ends.writing, Self.failureDescriptor)]
    let inputEnds = try input.map { _ throws(CommandFailure) in try Self.pipe(for: kind) }
    if let inputEnds { program.descriptors.append((inputEnds.reading, STDIN_FILENO)) }
    // Signals that this process ignores would stay ignored.
    program.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM]
    do throws(Errno) {
      process = try PassedSignals.start(program)
    } catch {
      for end in [ends.reading, inputEnds?.reading, inputEnds?.writing].compactMap(\.self) {
        _ = close(end)
      }
      throw Self.failure(kind, error)
    }
    failure = Descriptor(ends.reading, name: kind.name)
    guard let input, let inputEnds else { return }
    _ = close(inputEnds.reading)
    // A helper that reads no input reports itself why it ended.
    try? FileDescriptor.writeAll(inputEnds.writing, Array(input.utf8))
    _ = close(inputEnds.writing)
  }

  private static func pipe(
    for kind: Kind
  ) throws(CommandFailure) -> (reading: Int32, writing: Int32) {
    do throws(Errno) {
      return try FileDescriptor.pipe()
    } catch {
      throw CommandFailure(SystemError(error, operation: "pipe", path: kind.name))
    }
  }

  private static func failure(_ kind: Kind, _ code: Errno) -> CommandFailure {
    guard code.rawValue == ENOENT else {
      return CommandFailure(SystemError(code, operation: "start", path: kind.name))
    }
    return CommandFailure(
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
  func wait() throws(CommandFailure) -> Bool {
    var message = ""
    return try wait(&message)
  }

  /// Waits until the program ends, and returns its output on descriptor 3.
  ///
  /// - Throws: The error that the program reports.
  func answer() throws(CommandFailure) -> String {
    var message = ""
    _ = try wait(&message)
    return message
  }

  private func wait(_ message: inout String) throws(CommandFailure) -> Bool {
    let end = PassedSignals.wait(for: process) { message = self.message() }
    // An interrupted helper may have left a progress bar.
    if case .signal = end { Output.noteProgress() }
    switch end {
    case .signal(SIGINT): throw .interrupted
    case .signal(let number):
      throw CommandFailure(kind.rawValue, "\(kind.name) was ended by signal \(number).")
    case .status(ExitStatus.done.rawValue): return false
    case .status(ExitStatus.damaged.rawValue) where message.isEmpty: return true
    case .status(let code):
      throw CommandFailure(
        kind.rawValue, message.isEmpty ? "\(kind.name) ended with status \(code)." : message,
        status: ExitStatus(rawValue: code) ?? .failed)
    }
  }

  /// The output of the program until it ends, or closes its descriptor.
  private func message() -> String {
    defer { failure.close() }
    let bytes = (try? FileDescriptor.readAll(failure.number)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The program next to that of this process, or nil if there is none.
  private static func pathBesideThis(_ name: String) -> String? {
    guard let own = FileTree.linkTarget(of: "/proc/self/exe"),
      let slash = own.lastIndex(of: "/")
    else { return nil }
    let path = "\(own[...slash])\(name)"
    return FileTree.allows(X_OK, path) ? path : nil
  }

  // MARK: Arguments

  /// The options that select the profile.
  static func profileOptions(in context: CommandContext) throws(CommandFailure) -> [String] {
    guard let profile = context.store.log.directory else {
      throw CommandFailure(
        "notAllowed",
        "A profile in memory is not available to other programs; use a profile on "
          + "disk.")
    }
    return ["--profile", profile]
  }

  /// The options that select the format of its answer.
  static func answerOptions(in context: CommandContext) -> [String] {
    ["--failure-descriptor", "\(failureDescriptor)"] + (context.printsJSON ? ["--json"] : [])
  }
}
