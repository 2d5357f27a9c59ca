import BrowserModel
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Servers that drop, repeat, move, change, forge or lose messages. Each fault is detected and
/// reported in a sentence, and no data on the device is lost.
struct ForgedStreamTests {
  /// Returns a profile in which the desk has sent two bookmarks in two messages that the phone has
  /// not read, and the phone has added one bookmark.
  private func told() throws -> (profile: SharedProfile, first: UInt64) {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    let first = profile.stream.state().last + 1
    try desk.keep("one")
    try desk.exchange()
    try desk.keep("two")
    try desk.exchange()
    try profile.devices[1].keep("own")
    // The expected sentences contain these positions.
    #expect((first, profile.stream.state().last) == (6, 7))
    return (profile, first)
  }

  /// Lets the phone read a manipulated stream, and then the original stream.
  private func check(
    says sentence: String, takesOver titles: Set<String>,
    reason: SyncError.Reason = .forged, sourceLocation: SourceLocation = #_sourceLocation,
    _ lie: (SharedProfile, UInt64, [StreamMessage]) -> [StreamMessage]
  ) throws {
    let (profile, first) = try told()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    let retold = lie(profile, first, profile.stream.messages)
    phone.stream.retold = { _ in retold }
    let failure = try phone.failure()
    #expect(
      failure == SyncError(reason, sentence), sourceLocation: sourceLocation)
    #expect(try Set(phone.titles()) == titles.union(["own"]), sourceLocation: sourceLocation)
    #expect(
      try phone.sync.status().problem == failure?.description, sourceLocation: sourceLocation)
    // The phone has written nothing after a message that it cannot trust, and another process finds
    // the same fault.
    #expect(profile.stream.state().last == end, sourceLocation: sourceLocation)
    try phone.crash()
    #expect(try phone.failure() == failure, sourceLocation: sourceLocation)
    phone.stream.retold = { $0 }
    try profile.settle()
    #expect(try Set(phone.titles()) == ["own", "one", "two"], sourceLocation: sourceLocation)
    #expect(try phone.library() == desk.library(), sourceLocation: sourceLocation)
    #expect(try phone.sync.status().problem == nil, sourceLocation: sourceLocation)
  }

  @Test func `an omitted message is detected`() throws {
    try check(
      says: "Message 3 of device “desk” is missing before position 7 of the stream.",
      takesOver: []
    ) { _, first, messages in messages.filter { $0.position != first } }
  }

  @Test func `an omitted message is detected if another takes its place`() throws {
    try check(
      says: "The message at position 6 of the stream was written for position 7. It was "
        + "repeated or moved.", takesOver: []
    ) { _, first, messages in
      messages.filter { $0.position != first }.map { message in
        var message = message
        if message.position > first { message.position -= 1 }
        return message
      }
    }
  }

  @Test func `a message repeated at another position is detected`() throws {
    try check(
      says: "The message at position 7 of the stream was written for position 6. It was "
        + "repeated or moved.", takesOver: ["one"]
    ) { _, first, messages in
      messages.filter { $0.position <= first }
        + messages.filter { $0.position == first }.map { message in
          var message = message
          message.position += 1
          return message
        }
    }
  }

  @Test func `reordered messages are detected`() throws {
    try check(
      says: "The message at position 6 of the stream was written for position 7. It was "
        + "repeated or moved.", takesOver: []
    ) { _, first, messages in
      var messages = messages
      let index = messages.firstIndex { $0.position == first }!
      (messages[index].bytes, messages[index + 1].bytes) = (
        messages[index + 1].bytes, messages[index].bytes
      )
      return messages
    }
  }

  @Test func `a message repeated at its own position is skipped`() throws {
    let (profile, first) = try told()
    let phone = profile.devices[1]
    phone.stream.retold = { messages in
      messages.flatMap { $0.position == first ? [$0, $0] : [$0] }
    }
    #expect(try phone.failure() == nil)
    #expect(try Set(phone.titles()) == ["own", "one", "two"])
  }

  @Test(arguments: [4, 6, 10, 18, 30, 80, 120]) func `a changed bit is detected`(index: Int)
    throws
  {
    let (profile, first) = try told()
    let phone = profile.devices[1]
    phone.stream.retold = { messages in
      messages.map { message in
        var message = message
        if message.position == first + 1 { message.bytes[index] ^= 1 }
        return message
      }
    }
    let failure = try phone.failure()
    #expect(failure?.reason == .forged)
    #expect(failure?.description.contains("position \(first + 1) of the stream") == true)
    #expect(try Set(phone.titles()) == ["own", "one"])
  }

  @Test func `a message that no device wrote is detected`() throws {
    try check(
      says: "Position 6 of the stream does not contain a message from a device.",
      takesOver: []
    ) { _, first, messages in
      messages.map { message in
        var message = message
        if message.position == first { message.bytes = Array("hello".utf8) }
        return message
      }
    }
  }

  @Test func `a message of 64 MiB is treated like any other`() throws {
    try check(
      says: "Position 7 of the stream does not contain a message from a device.",
      takesOver: ["one"]
    ) { _, first, messages in
      messages.map { message in
        var message = message
        if message.position == first + 1 {
          message.bytes = [UInt8](repeating: 0xFF, count: 64 << 20)
        }
        return message
      }
    }
  }

  @Test func `a message that was omitted before an invitation is found later`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a")
    try desk.exchange()
    let last = profile.stream.state().last
    _ = try desk.sync.invite()
    phone.stream.retold = { $0.filter { $0.position != last } }
    try phone.exchange()
    #expect(try phone.sync.syncState.position == last + 1)
    phone.stream.recover()
    try phone.keep("b")
    try phone.exchange()
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(desk.titles()) == ["a", "b"])
  }

  @Test func `a message of a newer version is not read until the program is updated`() throws {
    try check(
      says: "A newer version of Retrace wrote the message at position 7 of the stream. Update "
        + "Retrace on this device to continue.", takesOver: ["one"], reason: .newer
    ) { _, first, messages in
      messages.map { message in
        var message = message
        if message.position == first + 1 { message.bytes[2] = 3 }
        return message
      }
    }
  }

  @Test(arguments: 1...2)
  func `a split stream is detected by a device that has read the other branch`(others: Int) throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    // One of the servers continues alone with its data.
    let branch = MemoryStream(profile.stream)
    let position = profile.stream.state().last
    phone.stream.truth = branch
    try phone.keep("on the branch")
    try phone.exchange()
    try desk.keep("one")
    try desk.exchange()
    phone.stream.truth = profile.stream
    if others == 1 {
      // Both streams have the same length.
      let failure = try phone.failure()
      #expect(failure?.reason == .lost)
      #expect(failure?.description.contains("lost the message at position \(position + 1)") == true)
    } else {
      try desk.keep("two")
      try desk.exchange()
      #expect(
        try phone.failure()
          == SyncError(
            .forged,
            "Message 3 of device “desk” is missing before position \(position + 2) of the stream."
          ))
    }
    #expect(try phone.titles() == ["on the branch"])
    // The desk does not repeat its message from the branch after the other messages.
    #expect(try desk.exchange().readMessages == 0)
  }

  @Test func `the last message of a device that falls silent cannot be omitted`() throws {
    var profile = try SharedProfile()
    try profile.add("tablet")
    try profile.settle()
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("one")
    try desk.exchange()
    let dropped = profile.stream.state().last
    try phone.keep("two")
    try phone.exchange()
    tablet.stream.retold = { messages in messages.filter { $0.position != dropped } }
    #expect(
      try tablet.failure()
        == SyncError(
          .forged,
          "The messages before position \(dropped + 1) of the stream are not those that device “phone” had "
            + "read: messages were left out, or the stream has split."))
    #expect(try tablet.titles() == [])
  }

  @Test func `a part that servers change when it is read again is detected`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 600
    let end = profile.stream.state().last
    let title = String(repeating: "long ", count: 400)
    try phone.keep(title)
    try phone.exchange()
    let first = try #require(profile.stream.messages(after: end, limit: 1).first)
    let sealed = try SealedMessage(first.bytes)
    let (name, key) = (try phone.sync.syncState.profile, try phone.sync.syncState.keys[1]!)
    let content = try MessageContent(#require(sealed.content(of: name, key: key)), of: 3)
    guard case .part(var part) = content else { throw Finding(description: "It is not a part.") }
    part.bytes[40] ^= 1
    let other = SealedMessage.bytes(
      sealed.head, MessageContent.part(part).bytes, of: name, key: key)
    var times = 0
    desk.stream.retold = { messages in
      guard messages.contains(where: { $0.position == first.position }) else { return messages }
      times += 1
      return messages.map { message in
        var shown = message
        if times > 1, message.position == first.position { shown.bytes = other }
        return shown
      }
    }
    #expect(try desk.failure() == StreamFault.forged(first.position + 1).failure)
    #expect(try desk.titles() == [])
    desk.stream.recover()
    try desk.exchange()
    #expect(try desk.titles() == [title])
  }

  @Test func `a stream that lost its end is detected, and so is another stream in its place`()
    throws
  {
    let (profile, first) = try told()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.exchange()
    let position = try phone.sync.status().position
    profile.stream.lose(after: first)
    let lost = SyncError(
      .lost,
      "The servers have lost the end of the stream: this device has read \(position) messages, and "
        + "the servers have \(first). \(SyncError.refillAdvice)"
    )
    // Other servers may still have the messages.
    try phone.crash()
    phone.patience = .seconds(600)
    for _ in 0..<2 { #expect(try phone.failure()?.isTemporary == true) }
    #expect(try phone.sync.status().problem == nil)
    try phone.crash()
    phone.patience = .zero
    #expect(try phone.failure() == lost)
    #expect(try phone.sync.status().problem == lost.description)
    try phone.crash()
    #expect(try phone.failure() == lost)
    #expect(try Set(phone.titles()) == ["own", "one", "two"])
    profile.stream.created = 2
    #expect(try phone.failure() == lost)
    profile.stream.renew()
    let other = SyncError(
      .lost,
      "The servers have lost the stream of this profile and have another stream with its name. "
        + SyncError.refillAdvice)
    #expect(try phone.failure() == other)
    #expect(try desk.failure() == other)
    #expect(try Set(desk.titles()) == ["one", "two"])
  }

  @Test func `own messages that were lost are missed once another device writes in their place`()
    throws
  {
    let (profile, first) = try told()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    // The desk's messages are lost before the phone has read them, and the phone writes at their
    // positions.
    profile.stream.lose(after: first - 1)
    try phone.exchange()
    try phone.keep("another")
    try phone.exchange()
    try phone.keep("a third one")
    try phone.exchange()
    #expect(profile.stream.state().last == first + 2)
    #expect(
      try desk.failure()
        == SyncError(
          .forged,
          "Message 3 of device “phone” is missing before position \(first + 2) of the stream."))
    #expect(try Set(desk.titles()) == ["one", "two"])
  }
}
