import CommandKit
import Glibc
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// `follow`: exchanges whatever happens here or on other devices as it happens, until it is asked to end.
struct FollowCommand {
  private let call: SyncCall
  private let answer: SyncAnswer
  private let stop: Int32

  /// After this an exchange is made though nothing seems to be new.
  private static let longestWait = 10 * 60 * 1_000
  /// So far apart it looks at the log: it is not noticed on another device, and spares the disk in a burst.
  private static let lookingInterval = Duration.milliseconds(50)
  /// After this another program that exchanges is told of.
  private static let longestExchange = Duration.seconds(60)
  /// After this it looks again whether another program has ended its exchange.
  private static let busyWait: Int32 = 200

  init(_ call: SyncCall) {
    self.call = call
    answer = SyncAnswer(call)
    stop = StopSignals.catchAll(orLosing: call.consoleDescriptor)
  }

  func run() throws {
    try SyncCommand.refuseUnshared(call)
    let watch = try ProfileWatch(of: call.profile)
    let note = try FollowerNote(in: call.profile)
    let store = try SyncCommand.store(call)
    let opening = SyncCommand.opening(call, waking: [watch.descriptor, stop])
    var synchronization: Synchronization?
    var isFirst = true
    var delay = RetryDelay()
    var busySince: ContinuousClock.Instant?
    while !hasStopped(withinMilliseconds: 0) {
      // What is written from now on is reported again: also that somebody asks, which has locked its file by
      // then.
      _ = watch.wait(milliseconds: 0)
      if isAsked {
        synchronization = nil
        while isAsked, !hasStopped(withinMilliseconds: 20) {}
        continue
      }
      do throws(SyncFailure) {
        let present =
          if let synchronization { synchronization } else {
            try SyncCommand.synchronization(of: store, call, on: opening)
          }
        present.lookingInterval = Self.lookingInterval
        present.isInterrupted = { isAsked || hasStopped(withinMilliseconds: 0) }
        // It knows for how long servers have been behind, also while that fails.
        synchronization = present
        let report = try present.exchangePatiently()
        try tell(report, of: present, isFirst: isFirst, former: note.problem)
        isFirst = false
        note.note(present.absenceSentence)
        (delay, busySince) = (RetryDelay(), nil)
        try present.wait(milliseconds: Self.longestWait)
      } catch {
        // Somebody will fill the servers again.
        guard error.isTemporary || error.reason == .lost else { throw error }
        if error.reason == .interrupted { continue }
        let since = error.reason == .busy ? busySince ?? .now : nil
        busySince = since
        // What another device has forgotten goes from the servers in a moment, and another program is done in
        // one, unless it stands still.
        let isShort = since.map { $0.duration(to: .now) < Self.longestExchange } ?? false
        if error.reason != .renewing, !isShort {
          let isNew = error.description != note.problem
          note.note(error.description)
          if isNew { say(SafeText(error.description) + " Trying again until it works.") }
        }
        wait(milliseconds: error.reason == .busy ? Self.busyWait : delay.next(), watch)
      }
    }
    // The terminal shows ^C where the next line would begin.
    if answer.isOnTerminal { say("") }
  }

  /// Whether another command waits for its turn, such as one that invites or removes a device.
  private var isAsked: Bool { Synchronization.isAskedToGiveWay(in: call.profile) }

  /// Waits until a time is over, somebody asks to end, or another command for its turn.
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
      // Something was written, which is told once the servers answer again.
      _ = watch.wait(milliseconds: 0)
    }
  }

  /// Whether somebody asked to end, now or within a time.
  private func hasStopped(withinMilliseconds milliseconds: Int32) -> Bool {
    var watched = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: milliseconds) > 0
  }

  private func tell(
    _ report: SyncReport, of synchronization: Synchronization, isFirst: Bool, former: String?
  ) throws(SyncFailure) {
    let absence = synchronization.absenceSentence
    if isFirst, !call.isQuiet {
      let others = try synchronization.status().others
      say("Sharing with " + others + " as it happens; Ctrl-C ends it.")
    } else if former != nil, absence == nil {
      say("It works again.")
    }
    if let absence, absence != former { say(SafeText(absence)) }
    if !call.isQuiet, let sentence = report.sentence { say(sentence) }
    if report.differing != nil, let problem = synchronization.syncState.problem {
      say(SafeText(problem))
    }
  }

  /// That nobody reads it any more ends nothing.
  private func say(_ line: SafeText) { try? answer.say(line) }
}
