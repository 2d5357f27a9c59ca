import Catalogue
import CommandKit
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore
import Sync

extension Synchronization {
  /// Removes the lines of the line history that refer to data that another device has forgotten.
  func forgetTypedLines(of store: Store, _ call: HelperCall) {
    let output = SyncAnswer(call)
    willForget = { request in
      guard let problem = TypedLines.forget(request, of: store) else { return }
      try? output.printLine(
        "Lines about the forgotten data may remain in the line history: \(problem)")
    }
  }

  /// Exchanges events. If the exchange takes long, shows a progress bar on a terminal.
  func exchangeShowingProgress() throws -> SyncReport {
    try showingProgress { (synchronization, progress) in
      try synchronization.exchangePatiently(progress: progress)
    }
  }

  /// Exchanges events, and retries for some seconds while another device replaces the stream.
  ///
  /// While another device replaces the stream with a stream that lacks the data to forget, the
  /// servers briefly have no stream or an empty stream. This function reports that the stream is
  /// lost only if the retries fail.
  func exchangePatiently(
    progress: (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    let end = ContinuousClock.now + .seconds(3)
    while true {
      do {
        return try exchange(progress: progress)
      } catch let error as SyncError where error.reason == .lost && ContinuousClock.now < end {
        Synchronization.wait(250)
      }
    }
  }

  /// Runs an exchange. If the exchange takes long, shows a progress bar on a terminal.
  func showingProgress(
    _ body: (Synchronization, (SyncProgress) -> Void) throws -> SyncReport
  ) throws -> SyncReport {
    let reading = ProgressBar.Work("receiving", of: "messages")
    let sending = ProgressBar.Work("sending", of: "actions")
    let bar = ProgressBar("exchanging")
    defer { bar.end() }
    return try body(self) { progress in
      if progress.position < progress.end {
        bar.show(reading, Int(clamping: progress.position), of: Int(clamping: progress.end))
      } else {
        bar.show(sending, progress.sentBatches, of: 0)
      }
    }
  }
}
