import Catalogue
import CommandKit
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// `follow`: exchanges new events between this device and the other devices continuously until the
/// program is stopped.
struct FollowCommand {
  private let call: HelperCall
  private let answer: SyncAnswer
  private let stop: Int32
  /// Whether only problems are printed.
  private let isQuiet: Bool

  /// The time in milliseconds after which events are exchanged even without a notification.
  private static let longestWait = 10 * 60 * 1_000
  /// The minimum interval between two readings of the log. The interval is too short to be noticed
  /// on other devices, and reduces disk activity during a burst of actions.
  private static let pollInterval = Duration.milliseconds(50)
  /// The time after which the program reports that another program is still exchanging.
  private static let longestExchange = Duration.seconds(60)
  /// The interval in milliseconds for checking whether another program has finished.
  private static let busyWait: Int32 = 200

  init(_ call: HelperCall) {
    self.call = call
    answer = SyncAnswer(call)
    isQuiet = call.arguments.has("quiet")
    stop = StopSignals.catchAll(orLosing: call.consoleDescriptor)
  }

  func run() throws {
    try SyncCommand.refuseUnshared(call)
    let watch = try ProfileWatch(of: call.profile)
    let note = try FollowerStatus(in: call.profile)
    let store = try SyncCommand.store(call)
    let opening = SyncCommand.opening(call, waking: [watch.descriptor, stop])
    var synchronization: Synchronization?
    var isFirst = true
    var delay = RetryDelay()
    var busySince: ContinuousClock.Instant?
    while !hasStopped(withinMilliseconds: 0) {
      // Writes after this point are reported again. A program that requests the lock has locked its
      // file before it writes.
      _ = watch.wait(milliseconds: 0)
      if isAsked {
        synchronization = nil
        while isAsked, !hasStopped(withinMilliseconds: 20) {}
        continue
      }
      do {
        let present =
          if let synchronization { synchronization } else {
            try SyncCommand.synchronization(of: store, call, on: opening)
          }
        present.pollInterval = Self.pollInterval
        present.isInterrupted = { isAsked || hasStopped(withinMilliseconds: 0) }
        // The object is reused even after a failure, because it measures how long servers have
        // lagged behind.
        synchronization = present
        let report = try present.exchangePatiently()
        try printReport(report, of: present, isFirst: isFirst, former: note.problem)
        isFirst = false
        note.note(present.absenceSentence)
        (delay, busySince) = (RetryDelay(), nil)
        try present.wait(milliseconds: Self.longestWait)
      } catch {
        let reason = (error as? SyncError)?.reason
        // If the stream is lost, another device is expected to refill the servers.
        guard SyncError.isTemporary(error) || reason == .lost else { throw error }
        if reason == .interrupted { continue }
        let since = reason == .busy ? busySince ?? .now : nil
        busySince = since
        // Another device replaces the stream within moments. Another program finishes its exchange
        // soon, unless it hangs.
        let isShort = since.map { $0.duration(to: .now) < Self.longestExchange } ?? false
        if reason != .renewing, !isShort {
          let problem = "\(error)"
          let isNew = problem != note.problem
          note.note(problem)
          if isNew { printLine(SafeText(problem) + " Retrying until it works.") }
        }
        wait(milliseconds: reason == .busy ? Self.busyWait : delay.next(), watch)
      }
    }
    // The terminal shows ^C at the start of the line.
    if answer.isOnTerminal { printLine("") }
  }

  /// Whether another command waits for this program to yield, such as a command that invites or
  /// removes a device.
  private var isAsked: Bool { Synchronization.isAskedToYield(in: call.profile) }

  /// Waits until the time is over, the profile changes, a stop is requested, or another command
  /// waits for this program to yield.
  private func wait(milliseconds: Int32, _ watch: ProfileWatch) {
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    while !isAsked {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      var watched = [stop, watch.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard left > 0,
        FileDescriptor.wait(for: &watched, milliseconds: Int32(left.rounded(.up))) > 0,
        watched[0].revents == 0
      else { return }
      // These events are sent when the servers answer again.
      _ = watch.wait(milliseconds: 0)
    }
  }

  /// Whether a stop has been requested, or is requested within a time.
  private func hasStopped(withinMilliseconds milliseconds: Int32) -> Bool {
    var watched = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: milliseconds) > 0
  }

  private func printReport(
    _ report: SyncReport, of synchronization: Synchronization, isFirst: Bool, former: String?
  ) throws {
    let absence = synchronization.absenceSentence
    if isFirst, !isQuiet {
      let others = try synchronization.status().others
      printLine("Sharing with " + others + " continuously. Press Ctrl-C to stop.")
    } else if former != nil, absence == nil {
      printLine("Syncing works again.")
    }
    if let absence, absence != former { printLine(SafeText(absence)) }
    if !isQuiet, let sentence = report.sentence { printLine(sentence) }
    if report.differing != nil, let problem = synchronization.syncState.problem {
      printLine(SafeText(problem))
    }
  }

  /// Prints a line. A closed output is ignored, and the exchange continues.
  private func printLine(_ line: SafeText) { try? answer.printLine(line) }
}
