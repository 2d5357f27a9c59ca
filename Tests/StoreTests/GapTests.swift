import BrowserModel
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import RetraceEventLog

/// A leaf of the tree of events that was replaced by another leaf. Each record is valid, but some occur
/// twice and some are missing.
@Suite struct GapTests {
  /// Copies a leaf of events over another one, which keeps its place in the tree.
  ///
  /// - Returns: The first and the last event of the leaf that is gone.
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
  func `what is gone is named and what is there twice counts once`(
    _ gone: Int, _ copied: Int
  ) throws {
    try check(3_000, gone, copied)
  }

  /// Enough that a second thread decodes a part of them, in blocks.
  @Test func `blocks hold no more than their room`() throws {
    try check(20_000, 120, 119)
  }

  @Test func `a last leaf that is gone is named and its numbers are not given again`() throws {
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

  /// The fold of what is left, which knows of the numbers that are gone.
  private func naive(_ left: [Event], through lost: ClosedRange<Int32>) -> ProfileState {
    let state = NaiveTimeline(left).state
    var browser = state.browser
    browser.skip(to: max(browser.sequence, EventID(lost.upperBound)))
    return ProfileState(browser: browser, library: state.library)
  }
}
