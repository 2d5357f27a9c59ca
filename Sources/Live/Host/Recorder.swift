internal import BrowserModel
package import Exchange
internal import ExchangeFormats
internal import Notation
internal import Platform
internal import RetraceEventLog
package import RetraceStore

/// A browser that is started with the extension, and recorded until it ends.
///
/// The browser starts a ``HostRelay``, which connects to this process. The extension and the host
/// are registered only for this run.
package final class Recorder {
  /// The way in which a recording ended.
  package enum End: Equatable, Sendable {
    /// The browser was closed, by the user or by this program. Its tabs stay open in the log, so
    /// that the next recording can continue with them.
    case closed
    /// The browser ended unexpectedly, with a signal or with this status.
    case crashed(String)
  }

  private let store: Store
  private let launch: BrowserLaunch
  private let session: LiveSession
  private let watch: ProfileWatch
  private let inspector: RequestedInspector
  private let stop: Int32
  private let browser: StartedBrowser
  private var pipe: MessagePipe

  /// Starts a browser, and begins a session in the log.
  ///
  /// - Parameters:
  ///   - store: The profile that the browser's events are written to.
  ///   - launch: The browser and its options.
  ///   - takesPictures: Whether to store pictures of pages.
  ///   - stop: A descriptor that becomes readable when the recording should end, or −1.
  /// - Throws: `ExchangeError` if the browser cannot be started, or `LogError` if the profile
  ///   cannot be written.
  package init(
    _ store: Store, _ launch: BrowserLaunch, takesPictures: Bool = true, stop: Int32 = -1
  ) throws {
    var launch = launch
    let keepsProfile = launch.profile != nil
    launch.restoresTabs = keepsProfile && store.browser.health.running.exists
    self.store = store
    self.launch = launch
    self.stop = stop
    // The watch comes first, so that no write in the meantime is missed.
    watch = try ProfileWatch(of: store.log.directory ?? "")
    inspector = RequestedInspector(profile: store.log.directory ?? "")
    session = LiveSession(store, .guest(restoresTabs: keepsProfile))
    session.takesPictures = takesPictures
    browser = try StartedBrowser(launch)
    pipe = try browser.firstConnection(stop: stop)
    try begin()
  }

  /// Waits for the first report of the browser.
  private func begin() throws {
    let deadline = ContinuousClock.now + StartedBrowser.startPatience
    while !session.hasBegun {
      switch try pipe.receive(by: deadline, or: stop) {
      case .message(let message): try session.receive(message)
      case .end: pipe = try browser.firstConnection(stop: stop)
      case .ready: throw browser.closedAtOnce
      case .nothing: throw browser.silence
      }
    }
    for url in launch.laterURLs {
      try store.perform(.open(OpenTab(Destination(url))))
    }
    try session.followProfile()
    pipe.sendMessages(of: session)
  }

  /// One sentence for each thing that could not be recorded.
  package var problems: [String] { session.recording.problems }

  /// Records until the browser ends, or the user asks to stop.
  ///
  /// - Parameter noticing: Called after each report of the browser, and at the end.
  package func run(noticing: () -> Void = {}) throws -> End {
    defer { noticing() }
    while true {
      noticing()
      switch try pipe.receive(
        by: session.deadline, or: stop, watch.descriptor, inspector.descriptor)
      {
      case .message(let message): try session.receive(message)
      case .nothing: try session.passTime()
      case .ready(watch.descriptor):
        if watch.wait(milliseconds: 0) { try session.followProfile() }
      case .ready(inspector.descriptor): inspector.receive(for: session)
      case .ready: return try finish(close())
      case .end:
        guard let pipe = try browser.nextConnection(stop: stop) else {
          return try finish(browser.process.close())
        }
        self.pipe = pipe
      }
      inspector.start(for: session)
      pipe.sendMessages(of: session)
    }
  }

  /// Closes the browser as the user does, so that it saves its windows.
  private func close() -> BrowserProcess.End {
    // A signal ends Firefox at once.
    if launch.kind == .firefox {
      try? pipe.send(.object([("kind", .string("quit"))]))
      let deadline = ContinuousClock.now + StartedBrowser.endPatience
      while case .message? = try? pipe.receive(by: deadline) {}
      _ = browser.process.waitForEnd(until: deadline)
    }
    return browser.process.close()
  }

  /// Ends the session in the log, unless the browser crashed. The next session detects a crash by
  /// the missing end.
  private func finish(_ end: BrowserProcess.End) throws -> End {
    switch end {
    case .status(0):
      try session.end()
      return .closed
    case .status(let status): return .crashed("status \(status)")
    case .signal(let signal): return .crashed("signal \(signal)")
    }
  }
}
