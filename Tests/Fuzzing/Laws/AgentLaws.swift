import BrowserModel
import Notation
import RetraceStore

@testable import Agents
@testable import Catalogue

/// Laws for any messages that the program of an agent sends.
enum AgentLaws {
  private static let maximumMessages = 8
  private static let maximumAnswerBytes = 25_000

  static func check(_ input: [UInt8]) throws {
    let context = try LineLaws.context()
    let store = context.store
    let before = try store.readState()
    var access = AgentAccess()
    if input.count % 2 == 1 {
      access.mayAct = true
      (access.seesClosed, access.seesBookmarks, access.seesHistory) = (true, true, true)
      (access.mayForget, access.asksHere) = (true, true)
    }
    let agent = AgentProtocol(access) { context }
    for line in input.split(separator: UInt8(ascii: "\n")).prefix(maximumMessages) {
      try answer(line, agent)
    }
    let broken = store.browser.brokenInvariants()
    try hold(broken.isEmpty, "\(broken)")
    guard !access.mayAct else { return }
    try hold(
      store.readState().hasSameContent(as: before), "an agent without the right to act has acted")
  }

  /// A message has at most one answer, which has the id of the message, and a result or an error
  /// with an explanation. A message without an id has no answer.
  private static func answer(_ line: ArraySlice<UInt8>, _ agent: AgentProtocol) throws {
    var id: JSON?
    var method: String?
    do throws(AgentMessage.Fault) {
      let message = try AgentMessage(line)
      (id, method) = (message.id, message.method)
      agent.receive(message)
    } catch {
      id = error.id
      agent.refuse(error)
    }
    _ = agent.announceUpdates()
    let outgoing = agent.takeOutgoing()
    for message in outgoing { try checkLine(of: message) }
    let answers = outgoing.filter { $0["method"] == nil }
    try hold(answers.count <= 1, "“\(text(line))” has \(answers.count) answers")
    guard let answer = answers.first else { return }
    try hold(id != nil && answer["id"] == id, "“\(text(line))” is answered under another id")
    guard let result = answer["result"] else {
      let sentence = answer["error"]?["message"]?.string ?? ""
      return try hold(!sentence.isEmpty, "“\(text(line))” fails without an explanation")
    }
    try hold(answer["error"] == nil, "“\(text(line))” has a result and an error")
    guard method == "tools/call" else { return }
    try hold(
      result.bytes.count <= maximumAnswerBytes,
      "“\(text(line))” is answered with \(result.bytes.count) bytes")
    guard result["isError"]?.isTrue == true else { return }
    let sentence = result["content"]?.elements.first?["text"]?.string ?? ""
    try hold(!sentence.isEmpty, "“\(text(line))” is refused without an explanation")
  }

  /// A message is sent as one line of JSON.
  private static func checkLine(of message: JSON) throws {
    var json = JSONWriter()
    message.writeEscaped(to: &json)
    try hold(!json.bytes.contains(UInt8(ascii: "\n")), "an answer has several lines")
    guard (try? JSONParser.parse(json.bytes)) != nil else {
      throw BrokenLaw(description: "an answer is not JSON: \(text(json.bytes[...]))")
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
