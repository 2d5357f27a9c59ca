internal import Platform

/// A browser process started by this program, which ends at the latest with this value.
final class BrowserProcess {
  /// The way in which a browser ended.
  typealias End = StartedProcess.End

  private let process: StartedProcess
  var identifier: pid_t { process.identifier }
  private(set) var end: End?

  /// Starts a program, given by name on PATH or by path.
  ///
  /// - Parameter descriptors: The descriptors of this process that it inherits, with their numbers
  ///   in the program.
  init(
    _ program: String, _ arguments: [String],
    giving descriptors: [(own: Int32, number: Int32)] = []
  ) throws {
    var browser = ProcessLauncher(program, arguments)
    browser.descriptors = descriptors
    // The browser's diagnostic output should not appear on the user's terminal.
    browser.nullDescriptors = [0, 1, 2]
    // Ctrl-C only affects this process, which then closes the browser properly.
    browser.hasOwnGroup = true
    browser.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    do {
      process = try browser.start()
    } catch let error as Errno {
      throw Self.failure(program, error)
    }
  }

  deinit {
    // The process id may be reused after the process was reaped.
    if end == nil { terminate() }
    wait()
  }

  /// Waits for its end after it was asked to end, and kills the processes that it left.
  ///
  /// Otherwise, they would continue to write to its profile while it is removed.
  @discardableResult
  func wait() -> End {
    if let end { return end }
    process.waitWithoutReaping()
    terminate()
    let end = process.wait()
    self.end = end
    return end
  }

  /// Whether it has ended. Does not wait.
  func hasEnded() -> Bool {
    guard end == nil, process.hasEnded else { return end != nil }
    wait()
    return true
  }

  /// Kills it and every process of its group. Its process id is still reserved while ``end`` is
  /// nil.
  func terminate() { kill(-identifier, SIGKILL) }

  private static func failure(_ program: String, _ code: Errno) -> ExchangeError {
    if code.rawValue == ENOENT {
      return ExchangeError(
        .browserFailed, "The browser “\(program)” is not installed.", underlying: code)
    }
    return ExchangeError(
      .browserFailed,
      "The browser “\(program)” cannot be started: \(code.text).", underlying: code)
  }
}
