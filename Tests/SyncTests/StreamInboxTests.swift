import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct StreamInboxTests {
  private static func message(_ position: UInt64, size: Int) -> StreamMessage {
    StreamMessage(
      position: position, milliseconds: 0, bytes: [UInt8](repeating: 1, count: size))
  }

  @Test(.timeLimit(.minutes(30)))
  func `messages that are no longer needed make room for new ones`() throws {
    let inbox = try StreamInbox()
    let number = inbox.begin(after: 0)
    // These are more messages than the inbox holds.
    let bringing = ThreadRun {
      for position: UInt64 in 1...40 {
        inbox.put(Self.message(position, size: 1 << 20), of: number)
      }
    }
    try waitUntil { inbox.hasMessage(after: 16) }
    try waitUntil { inbox.hasMessage(after: 39) }
    try bringing.value()
    #expect(inbox.pop(after: 39, limit: 5).map(\.position) == [40])
  }

  @Test func `messages that were read are released, even if more keep arriving`() throws {
    let inbox = try StreamInbox()
    let number = inbox.begin(after: 0)
    var last: UInt64 = 0
    for position: UInt64 in 1...1_000 {
      inbox.put(Self.message(position, size: 1), of: number)
      guard position > 20 else { continue }
      let taken = inbox.pop(after: last, limit: 1).map(\.position)
      #expect(taken == [last + 1])
      last += 1
      #expect(inbox.keptCount <= 42)
    }
  }
}
