internal import Glibc
internal import Platform

/// A browser that was started here, and that does not outlive this value.
final class BrowserProcess {
  /// How a browser ended.
  typealias End = StartedProcess.End

  private let process: StartedProcess
  var identifier: pid_t { process.identifier }
  private(set) var end: End?

  /// Starts a program that is found on PATH, or stands at a path.
  ///
  /// - Parameter descriptors: Those of this process that it gets, next to the number that each has
  ///   there.
  init(
    _ program: String, _ arguments: [String],
    giving descriptors: [(own: Int32, number: Int32)] = []
  ) throws {
    var browser = ProcessLauncher(program, arguments)
    browser.descriptors = descriptors
    // What a browser must say to developers is nothing for the user's terminal.
    browser.nullDescriptors = [0, 1, 2]
    // Ctrl-C is for this process, which then closes the browser in order.
    browser.hasOwnGroup = true
    browser.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    do throws(Errno) {
      process = try browser.start()
    } catch {
      throw Self.failure(program, error)
    }
  }

  deinit {
    // A process that was waited for has given its number back.
    if end == nil { terminate() }
    wait()
  }

  /// Waits for its end, which comes by itself once it was asked for, and ends the processes that it left.
  ///
  /// Those would continue writing into its profile while that is removed.
  @discardableResult
  func wait() -> End {
    if let end { return end }
    process.waitWithoutReaping()
    terminate()
    let end = process.wait()
    self.end = end
    return end
  }

  /// Whether it has ended. Nothing is waited for.
  func hasEnded() -> Bool {
    guard end == nil, process.hasEnded else { return end != nil }
    wait()
    return true
  }

  /// Ends it and every process of its group. Its number is still taken while ``end`` is nil.
  func terminate() { kill(-identifier, SIGKILL) }

  private static func failure(_ program: String, _ code: Errno) -> BrowserFailure {
    if code.rawValue == ENOENT {
      return BrowserFailure("The browser “\(program)” is not installed.")
    }
    return BrowserFailure(
      "The browser “\(program)” cannot be started: \(code.text).")
  }
}
