import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport

/// A profile whose writer is killed repeatedly, and the faults found in it.
///
/// The same steps are performed in memory. After each kill, the log must equal the log in memory,
/// byte by byte, after the last acknowledged step or the next step.
struct KillRun {
  private let mode: String
  private let profile: TestProfile
  private let memory: Store
  private var random: SplitMix64
  private(set) var findings: [String] = []
  private(set) var acknowledgedCount = 0

  init(mode: String, seed: UInt64) throws {
    self.mode = mode
    profile = try TestProfile()
    memory = try .inMemory()
    random = SplitMix64(seed: seed)
  }

  mutating func killOnce() throws {
    let before = memory.browser.sequence
    let seed = random.next()
    let probe = try ProbeProcess(mode, profile.path, seed: seed)
    var output = try probe.firstOutput(byteCount: 1 + random.below(40))
    // The sleep only chooses the moment of the kill.
    usleep(UInt32(random.below(3_000)))
    output += try probe.kill()
    let numbers = ProbeProcess.wholeLines(in: output).compactMap { Int32($0) }
    acknowledgedCount += numbers.count
    try check(acknowledged: numbers.last.map { EventID($0) } ?? before, since: before, seed)
  }

  private mutating func check(
    acknowledged: EventID, since before: EventID, _ seed: UInt64
  ) throws {
    let store = try profile.store()
    let found = store.browser.sequence
    if found < acknowledged {
      findings.append("lost: \(acknowledged.rawValue) was acknowledged, \(found.rawValue) found")
    }
    let batches = Set(
      try store.events().filter { $0.sequence > acknowledged }.map(\.batch))
    if batches.count > 1 { findings.append("more than a batch was not acknowledged") }
    try follow(to: found, seed)
    if memory.browser.sequence != found { findings.append("no whole batch at \(found.rawValue)") }
    let first = UInt64(before.rawValue) + 1
    if try store.records(from: first) != memory.records(from: first) {
      findings.append("other bytes than those that were written")
    }
    if try store.readState() != memory.readState() {
      findings.append("another state than that of the log")
    }
    if !store.timeline.damaged.isEmpty { findings.append("a damaged record") }
    if store.log.isOlderThanNoted { findings.append("older than the note") }
  }

  /// Performs the steps of the process in memory.
  private func follow(to found: EventID, _ seed: UInt64) throws {
    var steps = RandomSteps(seed: seed)
    while memory.browser.sequence < found { try memory.perform(steps.next(memory.readState())) }
  }
}
