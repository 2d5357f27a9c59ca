internal import BrowserModel
internal import Platform
package import RetraceStore

/// Records what the user does in a browser, as it happens.
///
/// Each action is on disk before the browser is looked at again, so an end at any moment loses nothing that
/// was seen.
package final class Recorder {
  /// How a recording ended.
  package enum End: Equatable, Sendable {
    /// The browser was closed, here or there. The tabs that it had stay open in the log, for next time.
    case closed
    /// It ended by itself: by a signal, or with this status.
    case crashed(String)
  }

  let browser: any RecordedBrowser
  let recording: Recording
  private let takesPictures: Bool
  private var pictures = Pictures()
  /// What the last look showed.
  private(set) var strip = ObservedStrip()
  /// When a window that is gone counts as closed.
  private var windowDeadline: ContinuousClock.Instant?

  /// A browser that ends closes its windows one by one; if it is still there after this time, the
  /// user closed one.
  private static let windowPatience = Duration.seconds(1)

  /// So long may it take to end once it answers no more.
  private static let endPatience = Duration.seconds(10)

  /// Starts a browser, and a session of it in the log.
  ///
  /// - Parameters:
  ///   - store: The profile that the browser's events are written to.
  ///   - launch: Which browser is started, and how.
  ///   - takesPictures: Whether pictures of pages are stored.
  ///   - stop: A descriptor that can be read once the recording is to end, or −1.
  /// - Throws: ``BrowserFailure`` when the browser cannot be started, `StoreFailure` when the
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

  /// What could not be recorded, a sentence each.
  package var problems: [String] { recording.problems }

  /// Records until the browser ends, or somebody asks to stop.
  ///
  /// - Parameter noticing: Is called after each look at the browser, and at the end.
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
    } catch let failure as BrowserFailure {
      // A browser that is about to end answers nothing any more.
      guard try browser.link.waitForEnd(by: .now + Self.endPatience) else { throw failure }
      return try finish(browser.process.wait())
    }
  }

  /// Takes what is told next, or looks where all of it was taken.
  ///
  /// - Parameter deadline: When to look again though nothing was told; nil: never.
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

  /// Whether all that was told is recorded.
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

  /// Without any window left, a browser is about to end: that it does is not waited for.
  private func waitForWindows() {
    guard recording.misses(windowsIn: strip), !strip.windows.isEmpty else {
      windowDeadline = nil
      return
    }
    if windowDeadline == nil { windowDeadline = .now + Self.windowPatience }
  }

  /// A session that crashed has no end in the log: the next one that begins there sees it by that (C1).
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
