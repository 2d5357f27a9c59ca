internal import BrowserModel
internal import ExchangeFormats
internal import Platform
package import RetraceStore

/// Records the user's actions in a browser as they happen.
///
/// Each action is on disk before the browser is queried again, so an interruption at any moment
/// loses nothing that was seen.
package final class Recorder {
  /// The way in which a recording ended.
  package enum End: Equatable, Sendable {
    /// The browser was closed, by the user or by this program. Its tabs stay open in the log for
    /// the next time.
    case closed
    /// The browser ended unexpectedly, with a signal or with this status.
    case crashed(String)
  }

  let browser: any RecordedBrowser
  let recording: Recording
  private let takesPictures: Bool
  private var pictures = Pictures()
  /// The result of the last look.
  private(set) var strip = ObservedStrip()
  /// The time when a missing window counts as closed.
  private var windowDeadline: ContinuousClock.Instant?

  /// A browser that ends closes its windows one by one. If it is still running after this time, the
  /// user closed a window.
  private static let windowPatience = Duration.seconds(1)

  /// The maximum time until it ends after it stops answering.
  private static let endPatience = Duration.seconds(10)

  /// Starts a browser, and a session of it in the log.
  ///
  /// - Parameters:
  ///   - store: The profile that the browser's events are written to.
  ///   - launch: The browser and its options.
  ///   - takesPictures: Whether to store pictures of pages.
  ///   - stop: A descriptor that becomes readable when the recording should end, or −1.
  /// - Throws: ``ExchangeError`` when the browser cannot be started, `LogError` when the
  ///   profile cannot be written.
  package convenience init(
    _ store: Store, _ launch: BrowserLaunch, takesPictures: Bool = true, stop: Int32 = -1
  ) throws {
    var launch = launch
    launch.followsCrash = store.browser.health.running.exists
    let browser = try launch.start(stop: stop)
    try self.init(
      store, browser, launch.kind, takesPictures: takesPictures,
      bringsTabs: launch.profile != nil)
  }

  init(
    _ store: Store, _ browser: any RecordedBrowser, _ kind: BrowserKind, takesPictures: Bool,
    bringsTabs: Bool = false
  ) throws {
    self.takesPictures = takesPictures
    self.browser = browser
    recording = Recording(store, bringsTabs: bringsTabs)
    try store.perform(.openSession(frontEnd: kind.rawValue), by: Origin(.engine))
  }

  /// One sentence for each thing that could not be recorded.
  package var problems: [String] { recording.problems }

  /// Records until the browser ends, or the user asks to stop.
  ///
  /// - Parameter noticing: Called after each look at the browser, and at the end.
  package func run(noticing: () -> Void = {}) throws -> End {
    defer { noticing() }
    do {
      while true {
        noticing()
        switch try runOnce() {
        case .stop: return try finish(browser.close())
        case .end: return try finish(browser.process.wait())
        default: break
        }
      }
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      // A browser that is about to end does not answer any more.
      guard try browser.link.waitForEnd(by: .now + Self.endPatience) else { throw failure }
      return try finish(browser.process.wait())
    }
  }

  /// Handles the next event, or queries the browser if there are no more events.
  ///
  /// - Parameter deadline: The time to query the browser even without events, or nil for never.
  @discardableResult
  func runOnce(until deadline: ContinuousClock.Instant? = nil) throws -> BrowserLink.ViewEvent {
    let next = browser.isChanged ? .now : windowDeadline ?? deadline
    let news = try browser.link.next(by: next)
    switch news {
    case .event(let event): try browser.take(event)
    case .answer(let call, let answer): try pictures.take(call, answer, recording)
    case .nothing: try observe()
    case .stop, .end: break
    }
    return news
  }

  /// Whether all events have been recorded.
  var isIdle: Bool {
    browser.isReady && !browser.isChanged && windowDeadline == nil
  }

  private func observe() throws {
    guard var observation = try browser.observe() else {
      windowDeadline = nil
      return
    }
    strip = observation.strip
    observation.believesClosedWindows = windowDeadline.map { $0 <= .now } ?? false
    if strip.windows.isEmpty { observation.believesClosedWindows = false }
    try recording.record(observation)
    waitForWindows()
    if takesPictures { try pictures.ask(browser, recording, strip) }
  }

  /// A browser without windows is about to end, so its windows are not waited for.
  private func waitForWindows() {
    guard recording.misses(windowsIn: strip), !strip.windows.isEmpty else {
      windowDeadline = nil
      return
    }
    if windowDeadline == nil { windowDeadline = .now + Self.windowPatience }
  }

  /// A crashed session has no end in the log, which the next session detects (C1).
  private func finish(_ end: BrowserProcess.End) throws -> End {
    switch end {
    case .status(0):
      try recording.store.perform(.endSession, by: Origin(.engine))
      return .closed
    case .status(let status): return .crashed("status \(status)")
    case .signal(let signal): return .crashed("signal \(signal)")
    }
  }
}
