package import BrowserModel
internal import RetraceEventLog
package import RetraceStore
package import RetraceTimeline

/// A browser that opens the windows of a moment in a fresh profile.
///
/// It is started with a file of its last session and restores it. Therefore, lists of Back and
/// Forward are complete, and no page is loaded for them.
package final class Replay {
  /// The restored and the missing things.
  package struct Report: Equatable, Sendable {
    package var windows = 0
    package var tabs = 0
    package var entries = 0
    /// One sentence for each thing that could not be restored.
    package var missing: [String] = []
    /// Data that the browser does not support.
    package var leftOut: ExportLosses = [:]
  }

  let browser: any RecordedBrowser
  private let wanted: PortableSession
  private let losses: ExportLosses

  /// The maximum time to open everything.
  private static let patience = Duration.seconds(30)

  /// Starts a browser with the windows of a moment.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - moment: The moment.
  ///   - branch: The branch, or `.nothing` for the main branch.
  ///   - launch: The browser and its options.
  ///   - stop: A descriptor that becomes readable when the browser should be closed, or −1.
  /// - Throws: ``ExchangeError`` when the browser cannot be started, or when no tab was open at
  ///   that moment; `LogError` when the profile cannot be read.
  package init(
    _ store: Store, at moment: Moment, on branch: BranchID, _ launch: BrowserLaunch,
    stop: Int32 = -1
  ) throws {
    let state = try store.moment(moment, on: branch).browser
    let read = try store.readUncached { words in
      (
        PortableSession(state, words),
        ExportLosses.ofReplay(
          state, closed: state.closed.filter { !state.isForgotten($0, text: words) })
      )
    }
    (wanted, losses) = read
    guard !wanted.windows.isEmpty else {
      throw ExchangeError(
        .browserFailed, "No tab was open at that moment, so there is nothing to replay.")
    }
    browser = try launch.start(restoring: wanted, stop: stop)
  }

  /// Waits until everything is open, and reports what is missing.
  ///
  /// - Parameter progress: Receives the number of open tabs and the total number.
  package func report(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Report {
    let wantedCount = wanted.windows.reduce(0) { $0 + $1.tabs.count }
    let deadline = ContinuousClock.now + Self.patience
    var strip = ObservedStrip()
    var histories: [Int64: ObservedHistory] = [:]
    while true {
      if browser.isChanged, let observation = try browser.observe() {
        strip = observation.strip
        histories.merge(observation.histories) { $1 }
        progress(min(histories.count, wantedCount), wantedCount)
        if isComplete(strip, histories) { break }
      }
      switch try browser.link.next(by: browser.isChanged ? .now : deadline) {
      case .event(let event): try browser.take(event)
      case .end, .stop: return report(strip, histories)
      case .nothing where deadline <= .now: return report(strip, histories)
      case .nothing, .answer: break
      }
    }
    var report = report(strip, histories)
    if try !focus(in: strip, histories) {
      report.missing.append("The window that had the focus is not in front.")
    }
    return report
  }

  /// Focuses the window that had the focus, because browsers focus the one that they open last.
  ///
  /// - Returns: Whether that window has the focus.
  private func focus(
    in strip: ObservedStrip, _ histories: [Int64: ObservedHistory]
  ) throws -> Bool {
    guard let place = wanted.focused, wanted.windows.count > 1 else { return true }
    let tabs = wanted.windows[place].tabs.map { ShownTab($0) }
    let windows = strip.windows.filter { window in
      window.tabs.map { ShownTab($0, histories[$0.id] ?? ObservedHistory()) } == tabs
    }
    // If several windows look the same, any of them will do.
    guard let window = windows.first(where: \.isFocused) ?? windows.first else { return false }
    do {
      try browser.focus(window.id)
      return true
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      if browser.link.hasEnded { throw failure }
      return false
    }
  }

  /// Waits until the browser is closed by the user, or the user asks to stop. 10: MARK: Results
  package func waitUntilClosed() throws {
    while true {
      switch try browser.link.next() {
      case .stop:
        _ = try browser.close()
        return
      case .end:
        browser.process.wait()
        return
      default: break
      }
    }
  }

  // MARK: What came

  private func isComplete(
    _ strip: ObservedStrip, _ histories: [Int64: ObservedHistory]
  ) -> Bool {
    strip.windows.count >= wanted.windows.count
      && strip.tabs.count >= wanted.windows.reduce(0) { $0 + $1.tabs.count }
      && strip.tabs.allSatisfy { histories[$0.id] != nil }
  }

  private func report(
    _ strip: ObservedStrip, _ histories: [Int64: ObservedHistory]
  ) -> Report {
    var report = Report()
    report.leftOut = losses
    report.windows = strip.windows.count
    report.tabs = strip.tabs.count
    report.entries = histories.values.reduce(0) { $0 + $1.entries.count }
    // Windows are in the browser's own order.
    var left = strip.windows.map { window in
      window.tabs.map { ShownTab($0, histories[$0.id] ?? ObservedHistory()) }
    }
    for tab in wanted.windows.flatMap({ window in window.tabs.map { ShownTab($0) } }) {
      let place = left.firstIndex { $0.contains(tab) }
      if let place, let index = left[place].firstIndex(of: tab) {
        left[place].remove(at: index)
      } else {
        report.missing.append("A tab could not be restored as it was: \(tab.url).")
      }
    }
    let muted = wanted.windows.flatMap(\.tabs).count(where: \.isMuted)
    if strip.tabs.count(where: \.isMuted) < muted {
      report.missing.append("Tabs that were muted play their sound again.")
    }
    return report
  }
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

  init(_ tab: ObservedTab, _ history: ObservedHistory) {
    urls = history.entries.map { PageAddress.recorded($0.url) }
    index = history.index
    isPinned = tab.isPinned
  }

  var url: String { urls.indices.contains(index) ? urls[index] : "" }
}

extension ExportLosses {
  /// Counts the data that no browser supports: closed items, zooms and scroll positions.
  fileprivate static func ofReplay(_ browser: Browser, closed: [ClosedItem]) -> ExportLosses {
    var losses = ofEverySession(browser)
    losses.add(.closedTabs, closed.reduce(0) { $0 + $1.tabs.count })
    return losses
  }
}
