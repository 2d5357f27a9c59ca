package import BrowserModel
internal import RetraceEventLog
package import RetraceStore
package import RetraceTimeline

/// A browser that opens the windows of a moment in a new profile.
///
/// The browser is started with a file that describes its last session, and restores this session.
/// Therefore, Back and Forward lists are complete, and no pages are loaded for them.
package final class Replay {
  /// The number of restored things, and descriptions of the missing things.
  package struct Report: Equatable, Sendable {
    package var windows = 0
    package var tabs = 0
    package var entries = 0
    /// Sentences about the things that could not be restored.
    package var missing: [String] = []
    /// The counts of data that the browser does not support.
    package var leftOut: ExportOmissions = [:]
  }

  private let process: BrowserProcess
  let profile: any BrowserProfile
  private let stop: Int32
  private let wanted: PortableSession
  private let losses: ExportOmissions
  private let launch: BrowserLaunch

  /// The maximum time after the start until the browser has saved any session.
  private static let startPatience = Duration.seconds(90)
  /// The maximum time after that until the browser has saved all the windows that it opens.
  private static let patience = Duration.seconds(30)
  /// The maximum time to wait for a change while the open tabs differ from the wanted tabs.
  private static let changePatience = Duration.seconds(5)
  /// The interval at which the browser's file is read.
  private static let interval = Duration.milliseconds(100)

  /// Starts a browser with the windows of a moment.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - moment: The moment.
  ///   - branch: The branch, or `.nothing` for the main branch.
  ///   - launch: The browser and its options.
  ///   - stop: A descriptor that becomes readable when the browser should be closed, or −1.
  /// - Throws: ``ExchangeError`` if the browser cannot be started, or if no tab was open at that
  ///   moment. `LogError` if the profile cannot be read.
  package init(
    _ store: Store, at moment: Moment, on branch: BranchID, _ launch: BrowserLaunch,
    stop: Int32 = -1
  ) throws {
    let state = try store.moment(moment, on: branch).browser
    let read = try store.readUncached { words in
      (
        PortableSession(state, words),
        ExportOmissions.ofReplay(
          state, closed: state.closed.filter { !state.isForgotten($0, text: words) })
      )
    }
    (wanted, losses) = read
    guard !wanted.windows.isEmpty else {
      throw ExchangeError(
        .browserFailed, "No tab was open at that moment, so there is nothing to replay.")
    }
    var launch = launch
    launch.restoresTabs = true
    self.stop = stop
    // Browsers focus the window that they open last.
    var ordered = wanted
    if let focused = wanted.focused {
      ordered.windows.append(ordered.windows.remove(at: focused))
      ordered.focused = ordered.windows.count - 1
    }
    profile = try launch.makeProfile(holding: ordered)
    process = try launch.start(in: profile.path)
    self.launch = launch
  }

  /// Waits until all tabs are open, and returns a report of what is missing.
  ///
  /// - Parameter progress: Receives the number of open tabs and the total number.
  package func report(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Report {
    let count = wanted.windows.tabCount
    var deadline = ContinuousClock.now + Self.startPatience
    var shown: PortableSession?
    while true {
      // A file that the browser is writing at this moment is read again later.
      if let saved = try? profile.savedSession(), saved != shown {
        if shown == nil { deadline = .now + Self.patience }
        shown = saved
        progress(min(saved.windows.tabCount, count), count)
        let report = report(saved)
        if report.missing.isEmpty { return report }
        if saved.windows.tabCount >= count { deadline = .now + Self.changePatience }
      }
      switch process.waitForEnd(until: .now + Self.interval, or: stop) {
      case .nothing where .now < deadline: break
      case .end where shown == nil: throw launch.endedAtOnce
      default: return report(shown ?? PortableSession())
      }
    }
  }

  /// Waits until the user closes the browser or asks to stop.
  package func waitUntilClosed() {
    _ = process.waitForEnd(or: stop)
    _ = process.close()
  }

  private func report(_ shown: PortableSession) -> Report {
    var report = Report()
    report.leftOut = losses
    report.windows = shown.windows.count
    report.tabs = shown.windows.tabCount
    report.entries = shown.windows.reduce(0) { $0 + $1.tabs.reduce(0) { $0 + $1.entries.count } }
    // Windows are in the browser's own order.
    var left = shown.windows.map { window in window.tabs.map { ShownTab($0) } }
    for tab in wanted.windows.flatMap({ window in window.tabs.map { ShownTab($0) } }) {
      let place = left.firstIndex { $0.contains(tab) }
      if let place, let index = left[place].firstIndex(of: tab) {
        left[place].remove(at: index)
      } else {
        report.missing.append("A tab could not be restored as it was: \(tab.url).")
      }
    }
    if wanted.windows.mutedCount > shown.windows.mutedCount {
      report.missing.append("Tabs that were muted play their sound again.")
    }
    if !hasFocus(shown) {
      report.missing.append("The window that had the focus is not in front.")
    }
    return report
  }

  /// Whether the wanted window has the focus, as far as the browser reports this.
  private func hasFocus(_ shown: PortableSession) -> Bool {
    guard let place = wanted.focused, let front = shown.focused else { return true }
    return shown.windows[front].tabs.map { ShownTab($0) }
      == wanted.windows[place].tabs.map { ShownTab($0) }
  }
}

extension [PortableWindow] {
  fileprivate var tabCount: Int { reduce(0) { $0 + $1.tabs.count } }

  fileprivate var mutedCount: Int { reduce(0) { $0 + $1.tabs.count(where: \.isMuted) } }
}

/// The properties of a tab that should be restored.
private struct ShownTab: Equatable {
  let urls: [String]
  let index: Int
  let isPinned: Bool

  init(_ tab: PortableTab) {
    urls = tab.entries.map { PageAddress.recorded(ImportedAddress.known($0.url)) }
    index = tab.index
    isPinned = tab.isPinned
  }

  var url: String { urls.indices.contains(index) ? urls[index] : "" }
}

extension ExportOmissions {
  /// Counts the data that no browser supports: closed items, zoom levels and scroll positions.
  fileprivate static func ofReplay(_ browser: Browser, closed: [ClosedItem]) -> ExportOmissions {
    var losses = ofEverySession(browser)
    losses.add(.closedTabs, closed.reduce(0) { $0 + $1.tabs.count })
    return losses
  }
}
