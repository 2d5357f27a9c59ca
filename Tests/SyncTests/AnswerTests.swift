import RetraceStore
import TestSupport
import Testing

@testable import Sync

/// Servers whose answers are lost or wrong.
struct AnswerTests {
  @Test(arguments: [
    [LyingStream.Answer.lostAfter], [.lostBefore], [.lostBefore, .lostAfter, .lostBefore],
    [.falselyRefused],
  ])
  func `a message without a valid answer is stored once`(answers: [LyingStream.Answer]) throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let last = profile.stream.state().last
    desk.stream.answers = answers
    try desk.keep("one")
    try desk.exchange()
    #expect(profile.stream.state().last == last + 1)
    try phone.exchange()
    #expect(try phone.titles() == ["one"])
    #expect(try desk.exchange() == SyncReport(end: last + 1))
  }

  @Test func `without an answer the same message is sent again, and after a conflict a new one`()
    throws
  {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let before = desk.stream.attempts.count
    desk.stream.answers = [.lostBefore, .lostBefore]
    try desk.keep("one")
    try phone.keep("two")
    // The phone is first, but the desk does not see this before it gets an answer.
    let position = profile.stream.state().last
    var isFirst = false
    desk.stream.retold = { messages in
      guard desk.stream.attempts.count == before else { return messages }
      if !isFirst { _ = try? phone.exchange() }
      isFirst = true
      return messages.filter { $0.position <= position }
    }
    try desk.exchange()
    let attempts = desk.stream.attempts.dropFirst(before)
    #expect(attempts.map(\.position) == [position, position, position, position + 1])
    #expect(Set(attempts.prefix(3).map(\.id)).count == 1)
    #expect(Set(attempts.prefix(3).map(\.bytes)).count == 1)
    #expect(Set(attempts.map(\.id)).count == 2)
    try profile.settle()
    #expect(try desk.library() == phone.library())
    #expect(try desk.titles().count == 2)
  }

  @Test func `a message that was falsely acknowledged is sent again`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    desk.stream.answers = [.falselyAppended]
    try desk.keep("one")
    #expect(try desk.failure()?.isTemporary == true)
    #expect(try desk.sync.status().problem == nil)
    try profile.settle()
    #expect(try phone.titles() == ["one"])
  }

  @Test func `a message is recognised if its sender ended without an answer`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    desk.stream.answers = Array(repeating: .lostAfter, count: 20)
    try desk.keep("one")
    #expect(try desk.failure()?.isTemporary == true)
    desk.stream.answers = []
    try desk.crash()
    let report = try desk.exchange()
    #expect(report.sentBatches == 0)
    #expect(report.readMessages == 1)
    try phone.exchange()
    #expect(try phone.titles() == ["one"])
  }

  @Test func `a message that arrives late is recognised too`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    desk.stream.answers = Array(repeating: .lostBefore, count: 20)
    try desk.keep("one")
    #expect(try desk.failure()?.isTemporary == true)
    let late = try #require(desk.stream.attempts.last)
    try desk.crash()
    desk.stream.answers = []
    try desk.keep("two")
    // The message arrives after the desk has read the stream, and before it sends both bookmarks.
    var isHidden = true
    desk.stream.retold = { messages in
      if isHidden {
        isHidden = false
        _ = profile.stream.append(late.bytes, id: late.id, after: late.position)
        return messages
      }
      return profile.stream.messages
    }
    try desk.exchange()
    try phone.exchange()
    #expect(try phone.titles() == ["one", "two"])
    #expect(try phone.library() == desk.library())
  }

  @Test func `unreachable servers cause no loss`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("one")
    for calls in 0..<8 {
      desk.stream.callsLeft = calls
      if let failure = try desk.failure() {
        #expect(failure.isTemporary)
        #expect(failure.description == "No server can be reached.")
      }
      #expect(try desk.titles() == ["one"])
    }
    desk.stream.callsLeft = nil
    try profile.settle()
    #expect(try phone.titles() == ["one"])
  }
}
