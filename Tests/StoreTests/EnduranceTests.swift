import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Large numbers of writers, stalled readers, tabs, events and profiles, as set by `LongRun`.
@Suite(.serialized) struct EnduranceTests {
  @Test func `four processes write, and each gets its turn`() throws {
    let profile = try TestProfile()
    let names = ["a", "b", "c", "d"]
    let probes = try names.map { _ in try ProbeProcess("serve", profile.path) }
    for probe in probes { #expect(try probe.ask("redo")?.hasPrefix("failed") == true) }
    let milliseconds = max(LongRun.writingMilliseconds, 300)
    for (name, probe) in zip(names, probes) { try probe.tell("write \(name) \(milliseconds)") }
    let counts = try probes.flatMap { try numbers($0.answer()) }
    LongRun.tell("writers: opened \(counts) in \(milliseconds) ms, \(try profile.fileBytes) bytes")
    let (least, most) = (try #require(counts.min()), try #require(counts.max()))
    #expect(least * 10 >= most)
    try expectWritten(in: profile.store(), by: names, counts)
    let verification = try #require(try Verification.of(profile: profile.path))
    #expect(verification.isSound)
  }

  /// Returns the numbers in an answer.
  private func numbers(_ answer: String?) throws -> [Int] {
    try #require(answer).split(separator: " ").compactMap { Int($0) }
  }

  /// Expects that every action was written once, in the order of its writer, and that the state is
  /// the fold of the events.
  private func expectWritten(in store: Store, by names: [String], _ counts: [Int]) throws {
    var found = [Int](repeating: 0, count: names.count)
    var next = EventID(1)
    var faults = 0
    var events: [Event] = []
    try store.visitLog(isPrivate: false) { event, words in
      if event.sequence != next { faults += 1 }
      next = next.advanced(by: 1)
      if events.count < Self.foldedAtMost { events.append(event) }
      guard case .tab(.opened(let opened)) = event.body else { return true }
      let url = words(opened.url).split(separator: "/")
      guard url.count == 3, let writer = names.firstIndex(of: String(url[1].prefix(1))) else {
        return true
      }
      found[writer] += 1
      if Int(url[2]) != found[writer] { faults += 1 }
      return true
    }
    #expect(faults == 0)
    #expect(found == counts)
    #expect(next == store.timeline.position.advanced(by: 1))
    if events.count < Self.foldedAtMost {
      #expect(try store.readState() == NaiveTimeline(events).state)
    }
  }

  /// The maximum number of events to fold separately, because a separate fold needs memory. For a
  /// longer log, `Verification` compares the states.
  private static let foldedAtMost = 100_000

  @Test func `a held state does not make the file grow without limit`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let probe = try ProbeProcess("serve", profile.path)
    #expect(try probe.ask("open") == "2")
    try probe.tell("hold")
    #expect(try probe.answer() == "held 2")
    var (number, largest) = (0, 0)
    let end = ContinuousClock.now + .seconds(LongRun.heldSeconds)
    while number < LongRun.heldActions || .now < end {
      number += 1
      let tab = try store.open("http://a.example/\(number)")
      // The size of the state does not grow, no matter how long this continues.
      if number > LongRun.heldActions { try store.perform(.closeTabs([tab])) }
      if number == 500 {
        let held = try store.log.heldStates()
        #expect(held.map(\.process) == [probe.identifier])
        #expect((499...505).contains(held.first?.passedWrites ?? 0))
      }
      if number % 100 == 0 { largest = max(largest, try profile.fileBytes) }
    }
    let last = try profile.fileBytes
    LongRun.tell(
      "held: \(number) tabs opened, \(largest) bytes at most, \(last) at the end")
    // Most of the file was free when it was copied: 16 MiB, plus the growth until the next check.
    #expect(largest > 16 << 20)
    #expect(largest < 40 << 20 + 2 * last)
    #expect(last < 8 << 20 + 600 * number)
    try probe.tell("go on")
    let read = try numbers(probe.answer())
    #expect(read.count == 2 && read[0] == 2)
    #expect(read.last ?? 0 >= HeldState.manyWrites)
    #expect(try probe.ask("open") == "\(store.timeline.position.rawValue + 1)")
    #expect(try store.log.heldStates().isEmpty)
    try store.catchUp()
    #expect(store.browser.tabCount == LongRun.heldActions + 2)
  }

  /// A damaged log must not be copied, because `recover` may find more data in its file than in a
  /// copy.
  @Test(arguments: [false, true])
  func `a log is copied automatically only if it is intact`(_ isDamaged: Bool) throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.open("http://a.example/")
    #expect(try store.log.compactIfSparse(reading: .events) == nil)
    for byteCount in [10 << 20, 12 << 20, nil] {
      try store.log.write { writer in
        let bytes = byteCount.map { [UInt8](repeating: 1, count: $0) }
        try writer.setCheckpoint([9, byteCount == 10 << 20 ? 0 : 1], bytes)
        if byteCount == nil { try writer.setCheckpoint([9, 0], nil) }
        if isDamaged, byteCount == nil { try writer.append([1, 2, 3, 4]) }
      }
    }
    let before = try profile.fileBytes
    #expect(before > 20 << 20)
    #expect((try store.log.compactIfSparse(reading: .events) == nil) == isDamaged)
    #expect(try (profile.fileBytes < before) == !isDamaged)
    #expect(try store.events().count == 2)
    try store.open("http://b.example/")
    #expect(try store.events().count == 3)
  }

  @Test func `many tabs have a low cost each`() throws {
    let profile = try TestProfile()
    let count = LongRun.tabs
    do {
      let probe = try ProbeProcess("serve", profile.path)
      let kilobytes = try #require(try numbers(probe.ask("tabs \(count)")).last)
      LongRun.tell("tabs: \(count), \(kilobytes) KB, \(try profile.fileBytes) bytes")
      #expect(kilobytes < 40_000 + count * 2)
    }
    let clock = ContinuousClock()
    var store = try profile.store()
    let before = try profile.fileBytes
    let time = try clock.measure {
      let tab = try store.open("http://new.example/")
      try store.perform(.closeTabs([tab]))
      try store.undo()
      #expect(store.browser.tab(tab) != nil)
      try store.redo()
      #expect(store.browser.tab(tab) == nil)
    }
    #expect(store.browser.tabCount == count)
    #expect(store.browser.brokenInvariants().isEmpty)
    #expect(try profile.fileBytes - before < 1 << 20)
    let state = try store.readState()
    store = try Store.inMemory()
    let opening = try clock.measure { store = try profile.store() }
    #expect(try store.readState() == state)
    LongRun.tell("tabs: four actions \(time), opening \(opening)")
  }

  @Test func `appending to a larger log does not take longer per event`() throws {
    let profile = try TestProfile()
    let probe = try ProbeProcess("serve", profile.path)
    #expect(try probe.ask("open") == "2")
    var bytes = [try profile.fileBytes]
    var kilobytes: [Int] = []
    for _ in 1...4 {
      let answer = try numbers(probe.ask("append \(LongRun.events / 8)"))
      kilobytes.append(answer.last ?? 0)
      bytes.append(try profile.fileBytes)
      LongRun.tell("events, private KB: \(answer); \(bytes.last ?? 0) bytes")
    }
    let growth = zip(bytes.dropFirst(), bytes).map { $0 - $1 }
    #expect(growth[3] < 2 * growth[0] + 1 << 20)
    #expect(bytes[4] < 1 << 20 + 300 * LongRun.events)
    #expect(kilobytes[3] < kilobytes[0] + 20_000)
  }

  @Test func `opening many profiles in sequence leaks nothing`() throws {
    let folder = try TemporaryFolder()
    let probe = try ProbeProcess("profiles", folder.path, seed: UInt64(LongRun.profiles))
    let lines = try probe.lines()
    LongRun.tell("profiles: descriptors, mappings, KB, processor µs for one: \(lines)")
    let figures = try lines.map { try numbers($0) }
    try #require(figures.map(\.count) == [4, 4])
    #expect(figures[0][0] == figures[1][0])
    #expect(figures[0][1] == figures[1][1])
    #expect(figures[1][2] < figures[0][2] + 8_000)
    // Other programs use the caches too, so an increase is acceptable, but continuing growth is
    // not.
    #expect(figures[1][3] < 4 * figures[0][3])
  }
}

extension TestProfile {
  /// The length of the live data file, also after a compaction.
  fileprivate var fileBytes: Int {
    get throws {
      let name = try String(contentsOfFile: path + "/current", encoding: .utf8)
      let file = "\(path)/\(name.trimmingCharacters(in: .whitespacesAndNewlines))/data.mdb"
      return try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    }
  }
}
