package import Platform

/// A browser process started by this program. It ends when this value is released, if not before.
package final class BrowserProcess {
  /// The way in which a browser ended.
  package typealias End = StartedProcess.End

  /// The descriptor that becomes readable when the browser has ended.
  private let ending: Int32

  private let process: StartedProcess
  private let waiting: WorkThread?
  package var identifier: pid_t { process.identifier }
  private var end: End?

  /// The time that a browser may take to end after it received a request to end.
  private static let endPatience = Duration.seconds(10)

  /// Starts a program, given by name on PATH or by path.
  package init(_ program: String, _ arguments: [String]) throws {
    var browser = ProcessLauncher(program, arguments)
    // The browser's diagnostic output should not appear on the user's terminal.
    browser.nullDescriptors = [0, 1, 2]
    // Ctrl-C only affects this process, which then closes the browser properly.
    browser.hasOwnGroup = true
    browser.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    do {
      let ends = try FileDescriptor.pipe()
      do {
        process = try browser.start()
      } catch {
        FileDescriptor.close(ends.reading)
        FileDescriptor.close(ends.writing)
        throw error
      }
      let process = process
      ending = ends.reading
      waiting = WorkThread {
        process.waitWithoutReaping()
        FileDescriptor.close(ends.writing)
      }
    } catch let error as Errno {
      throw Self.failure(program, error)
    }
  }

  deinit {
    terminate()
    waiting?.join()
    FileDescriptor.close(ending)
  }

  /// Waits for the end of the browser, and kills all remaining processes of its group.
  ///
  /// Otherwise, these processes would continue to write to the profile while it is removed.
  @discardableResult
  package func wait() -> End {
    if let end { return end }
    process.waitWithoutReaping()
    killGroup()
    let end = process.wait()
    self.end = end
    return end
  }

  /// The reason why a wait for the browser's end is over.
  package enum Arrival {
    case end
    /// One of the other descriptors is readable.
    case ready(Int32)
    case nothing
  }

  /// Waits for the end of the browser.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to stop waiting, or nil to wait forever.
  ///   - others: More descriptors to wait for. Negative descriptors are ignored.
  package func waitForEnd(
    until deadline: ContinuousClock.Instant? = nil, or others: Int32...
  ) -> Arrival {
    var watched = ([ending] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while FileDescriptor.wait(for: &watched, until: deadline) < 0 {}
    return switch watched.first(where: { $0.revents != 0 })?.fd {
    case ending: .end
    case let other?: .ready(other)
    case nil: .nothing
    }
  }

  /// Asks the browser to end, and kills it if it does not end in time.
  package func close() -> End {
    guard end == nil else { return wait() }
    kill(identifier, SIGTERM)
    if case .end = waitForEnd(until: .now + Self.endPatience) { return wait() }
    return terminate()
  }

  /// Kills the browser and every process of its group.
  @discardableResult
  package func terminate() -> End {
    if end == nil { killGroup() }
    return wait()
  }

  /// Kills every process of the browser's group. The process id is still reserved as long as
  /// ``end`` is nil.
  private func killGroup() { kill(-identifier, SIGKILL) }

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
