import BrowserModel
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import RetraceEventLog

/// A leaf of the tree of events was replaced by another leaf. Each record is valid, but some
/// records occur twice and others are missing.
@Suite struct GapTests {
  /// Copies a leaf of events over another leaf, at the other leaf's place in the tree.
  ///
  /// - Returns: The range of the missing events.
  private func replaceLeaf(
    _ number: Int, by other: Int, in profile: TestProfile
  ) throws -> ClosedRange<Int32> {
    let path = profile.path + "/log-1/data.mdb"
    var pages = try DataPages(path)
    let leaves = pages.leaves(of: "events")
    let (gone, copied) = (leaves[number], leaves[other])
    pages.copy(copied.number, over: gone.number)
    try pages.write(to: path)
    return Int32(gone.keys.first!)...Int32(gone.keys.last!)
  }

  /// A log of independent window events, without checkpoints.
  private func sample(_ profile: TestProfile, count: Int) throws -> [Event] {
    let store = try profile.store()
    try store.append(by: Origin()) { batch in
      for _ in 0..<count { try batch.append(.window(.opened(WindowOpened()))) }
    }
    try store.log.write { writer in try writer.removeCheckpoints() }
    return try store.events()
  }

  private func check(_ count: Int, _ gone: Int, _ copied: Int) throws {
    let profile = try TestProfile()
    let events = try sample(profile, count: count)
    let lost = try replaceLeaf(gone, by: copied, in: profile)
    let left = events.filter { !lost.contains($0.sequence.rawValue) }
    do {
      let store = try profile.store()
      #expect(store.timeline.damaged.map(\.rawValue) == Array(lost))
      #expect(try store.readState() == naive(left, through: lost))
      #expect(try store.events() == left)
      try store.log.compact()
      #expect(try store.events() == left)
      try store.perform(.addBookmark(NewBookmark(.bookmark, url: "https://new.example/")))
    }
    let store = try profile.store()
    #expect(store.timeline.damaged.map(\.rawValue) == Array(lost))
    #expect(store.timeline.position == EventID(Int32(events.count + 1)))
    #expect(try store.forget(.url("https://new.example/")).counts.events == 1)
    #expect(try store.events().prefix(left.count) == left[...])
  }

  @Test(arguments: [(10, 20), (20, 10), (0, 9), (9, 0)])
  func `missing events are reported, and repeated events count once`(
    _ gone: Int, _ copied: Int
  ) throws {
    try check(3_000, gone, copied)
  }

  /// The log is long enough that a second thread decodes some of its blocks.
  @Test func `blocks contain no more events than fit`() throws {
    try check(20_000, 120, 119)
  }

  @Test func `a missing last leaf is reported, and its numbers are not reused`() throws {
    let profile = try TestProfile()
    let events = try sample(profile, count: 3_000)
    let last = try lastLeaf(profile)
    let lost = try replaceLeaf(last, by: 3, in: profile)
    #expect(lost.upperBound == 3_000)
    let store = try profile.store()
    #expect(store.timeline.damaged.map(\.rawValue) == Array(lost))
    #expect(try store.events() == events.filter { !lost.contains($0.sequence.rawValue) })
    try store.log.compact()
    let performed = try store.perform(
      .addBookmark(NewBookmark(.bookmark, url: "https://new.example/")))
    #expect(performed.sequence == EventID(3_001))
  }

  private func lastLeaf(_ profile: TestProfile) throws -> Int {
    try DataPages(profile.path + "/log-1/data.mdb").leaves(of: "events").count - 1
  }

  /// Returns the fold of the remaining events, with the missing numbers marked as damaged.
  private func naive(_ left: [Event], through lost: ClosedRange<Int32>) -> ProfileState {
    let state = NaiveTimeline(left).state
    var browser = state.browser
    browser.skip(to: max(browser.sequence, EventID(lost.upperBound)))
    return ProfileState(browser: browser, library: state.library)
  }
}
