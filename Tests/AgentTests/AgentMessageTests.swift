import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue

/// Messages with random changes, as a faulty program might send them.
@Suite(.timeLimit(.minutes(30))) struct AgentMessageTests {
  private static let messages = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"open","arguments":{"pages":[{"url":"a.example","group":"G"}],"window":"new"}}}"#,
    #"{"jsonrpc":"2.0","id":"3","method":"tools/call","params":{"name":"tabs","arguments":{"limit":5,"at":2}}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"close","arguments":{"tabs":[2,"3"],"key":"k"}}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"retrace://tab/2"}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["retrace://log"]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"move","arguments":{"tabs":[2],"before":3}}}"#,
    #"{"jsonrpc":"2.0","id":8,"result":{"action":"accept"}}"#,
    #"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"undo","arguments":{"preview":true}}}"#,
  ]

  @Test(arguments: 0..<4)
  func `each request has at most one answer, and the state stays sound`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = try Store(EventLog()) { 1_767_225_600_000 }
    var access = AgentAccess()
    access.mayAct = true
    let agent = AgentProtocol(access) { CommandContext(store: store, presentation: .init()) }
    var answered = 0
    for _ in 0..<600 {
      var bytes = Array(random.pick(Self.messages).utf8)
      for _ in 0..<random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(random.pick(Array("0123456789-\"{}[],:#".utf8)), at: place)
        default: bytes[place] = random.pick(Array("0123456789".utf8))
        }
      }
      var id: JSON?
      do throws(AgentMessage.Fault) {
        let message = try AgentMessage(bytes[...])
        id = message.id
        agent.receive(message)
      } catch {
        id = error.id
        agent.refuse(error)
      }
      _ = agent.announceUpdates()
      let answers = agent.takeOutgoing().filter { $0["method"] == nil }
      #expect(answers.count <= 1)
      for answer in answers {
        #expect(answer["id"] == id)
        #expect((answer["result"] == nil) != (answer["error"] == nil))
        answered += 1
      }
    }
    #expect(answered > 300)
    #expect(store.browser.brokenInvariants().isEmpty)
  }
}
