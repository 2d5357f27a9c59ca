import BrowserModel
import EventCoding
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// The findings of `verify` and `recover` in profiles with events.
@Suite struct VerificationTests {
  /// Fills a profile with many events, stored states and indexes, undos and a branch.
  private func sample(_ profile: TestProfile) throws {
    let store = try profile.store()
    for number in 1...90 {
      let tab = try store.open("http://b\(number).example/")
      try store.perform(all: (1...14).map { .reportTitle(tab, "Title \($0) of \(number)") })
      if number % 9 == 0 {
        try store.perform(.zoomDefault(ZoomLevel(percent: 100 + number)))
        if number % 27 == 0 { try store.undo() }
      }
    }
    try store.branch("side", at: .after(EventID(20)))
    store.indexSomeVisits()
  }

  @Test func `an intact profile is sound, and its states match its events`() throws {
    let profile = try TestProfile()
    try sample(profile)
    let verification = try #require(try Verification.of(profile: profile.path))
    #expect(verification.isSound, "\(verification)")
    let derived = try #require(verification.derived)
    #expect(derived.states > 0)
    #expect(derived.comparedStates == derived.states)
    #expect(derived.pagePieces > 0)
    // The process that has the profile open can verify it too.
    let store = try profile.store()
    #expect(try Verification.of(profile: profile.path, log: store.log)?.isSound == true)
  }

  @Test(arguments: [CheckpointPart.browser, .library])
  func `a stored state that does not match its events is reported`(part: CheckpointPart) throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      // Stores the state of a later moment, with valid checksums.
      let store = try profile.store()
      let place = CheckpointPlace(part, of: .nothing, at: EventID(500))
      try store.perform(.addBookmark(NewBookmark(.bookmark, url: "https://kept.example/")))
      let state =
        part == .library
        ? try store.readLibrary().snapshot()
        : try store.moment(.after(EventID(501))).browser.snapshot()
      let record = try store.records()[499]
      try store.log.write { writer in
        let checksum = record[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        let bytes = CheckpointFrame.bytes(
          of: state, CheckpointIdentity(place, record: checksum))
        try writer.setCheckpoint([part.rawValue, 0, 0, 0, 0, 0, 0, 1, 244], bytes)
      }
    }
    let verification = try #require(try Verification.of(profile: profile.path))
    #expect(verification.survey.isSound)
    #expect(verification.derived?.wrongStates == [500])
    #expect(try Verification.of(profile: profile.path, isQuick: true)?.isSound == true)
  }

  @Test func `states after a lost event are not reported as wrong`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let store = try profile.store()
      let tab = try store.open("http://last.example/")
      for batch in 1...3 {
        try store.perform(all: (1...1_100).map { .reportTitle(tab, "Title \($0) of \(batch)") })
      }
    }
    let whole = try #require(try Verification.of(profile: profile.path)?.derived)
    do {
      let store = try profile.store()
      try store.log.write { writer in
        try writer.rewrite(at: 1_200, with: [0xFF])
      }
    }
    let verification = try #require(try Verification.of(profile: profile.path))
    #expect(verification.survey.lost == [1_200...1_200])
    let derived = try #require(verification.derived)
    #expect(derived.wrongStates.isEmpty)
    #expect(derived.comparedStates > 0)
    #expect(derived.comparedStates < whole.comparedStates)
  }

  @Test func `a verification can be stopped at any page`() throws {
    let profile = try TestProfile()
    try sample(profile)
    var count = 0
    _ = try Verification.of(profile: profile.path) { _, _ in
      count += 1
      return true
    }
    for stop in stride(from: 1, through: count, by: count / 6 + 1) {
      var left = stop
      let verification = try Verification.of(profile: profile.path) { _, _ in
        left -= 1
        return left > 0
      }
      #expect(verification == nil)
    }
  }

  @Test func `lost events are reported with the tabs that they may affect`() throws {
    let profile = try TestProfile()
    let folder = try TemporaryFolder()
    var (left, opened): (ProfileState?, TabID?)
    do {
      let store = try profile.store()
      let first = try store.open("http://a.example/")
      try store.perform(.reportTitle(first, "A"))
      let second = try store.open("http://b.example/")
      opened = second
      try store.perform(.reportTitle(second, "B"))
      try store.perform(.zoomDefault(ZoomLevel(percent: 125)))
      try store.log.write { writer in
        try writer.rewrite(at: UInt64(second.rawValue), with: [0xFF])
      }
      // Otherwise the record would be recovered from a free page.
      try store.log.compact()
    }
    do { left = try profile.store().readState() }
    #expect(try Verification.of(profile: profile.path)?.isSound == false)
    let new = folder.path + "/new"
    let made = try RecoveredProfile.make(of: profile.path, in: new)
    let recovered = try #require(made)
    let lost = UInt64(try #require(opened).rawValue)
    #expect(recovered.salvage.lost == [lost...lost])
    let loss = try #require(recovered.losses.first)
    #expect(loss.tabs.contains { $0.tab == opened && $0.wasOpenedThere })
    #expect(loss.after != nil && loss.before != nil)
    let store = try Store(EventLog(profile: new, access: .readWrite)) { 0 }
    #expect(try store.readState() == left)
    #expect(store.damagedEvents.isEmpty)
    #expect(store.lostEvents.ranges == [lost...lost])
    #expect(try Verification.of(profile: new, log: store.log)?.isSound == true)
  }
}
