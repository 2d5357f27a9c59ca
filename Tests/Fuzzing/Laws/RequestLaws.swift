import BrowserModel
import Notation
import RetraceStore
import TestSupport

@testable import Catalogue
@testable import Server

/// Laws for any messages that other programs send to a server.
enum RequestLaws {
  /// Methods that access files or start other programs. They must not run with random parameters.
  private static let apart: Set<String> = [
    "backup", "verify", "recover", "report", "compact", "page thumbnail",
  ]

  private static let maximumMessages = 8

  static func check(_ input: [UInt8]) throws {
    let client = EmbeddedClient(try LineLaws.context().store)
    for message in input.split(separator: UInt8(ascii: "\n")).prefix(maximumMessages) {
      if requests(message).contains(where: { apart.contains($0.method) }) { continue }
      try answer(Array(message), client)
      try takeNews(client)
      let broken = client.store.browser.brokenInvariants()
      try hold(broken.isEmpty, "“\(text(message))”: \(broken)")
    }
  }

  private static func request(_ message: ArraySlice<UInt8>) -> Request? {
    if case .request(.valid(let request)) = ReceivedMessage(message) { request } else { nil }
  }

  /// Returns all valid requests of a message, which may be a batch.
  private static func requests(_ message: ArraySlice<UInt8>) -> [Request] {
    let received =
      switch ReceivedMessage(message) {
      case .request(let request): [request]
      case .batch(let all): all
      }
    return received.compactMap { if case .valid(let request) = $0 { request } else { nil } }
  }

  /// A request has one response with its id, which is a result or an error with an explanation.
  /// Only notifications have no response. A refused request writes nothing.
  private static func answer(_ message: [UInt8], _ client: EmbeddedClient) throws {
    let before = client.store.browser.sequence
    let (reply, failure) = client.answer(message)
    if case .batch(let requests) = ReceivedMessage(message[...]) {
      let expected = requests.count { $0.id != nil }
      let replies = try reply.isEmpty ? [] : document(reply, after: message).elements
      return try hold(
        replies.count == expected, "“\(text(message))” has \(replies.count) answers")
    }
    let request = request(message[...])
    if let failure {
      try hold(!failure.message.isEmpty, "“\(text(message))” fails without a word")
      try hold(
        client.store.browser.sequence == before, "“\(text(message))” is refused and writes")
    }
    guard !reply.isEmpty else {
      return try hold(
        request != nil && request?.id == nil, "“\(text(message))” has no answer")
    }
    let document = try document(reply, after: message)
    try hold(document["jsonrpc"] == .string("2.0"), "“\(text(message))” has another answer")
    if let request { try hold(document["id"] == request.id, "the answer has another id") }
    let hasResult = document["result"] != nil
    try hold(
      hasResult == (failure == nil), "a failure is answered with a result, or none with an error")
    guard let error = document["error"] else {
      return try hold(hasResult, "an answer says nothing")
    }
    try hold(
      error["code"]?.integer == failure.map { Int64($0.requestNumber) }, "the code is another")
    try hold(error["message"]?.string == failure?.message, "the sentence is another")
  }

  /// Notifications are JSON documents, and their number is finite.
  private static func takeNews(_ client: EmbeddedClient) throws {
    for _ in 0..<8 {
      guard client.wantsEvents, let news = try? client.news() else { return }
      let document = try document(news, after: [])
      try hold(document["id"] == nil && document["method"] != nil, "a notification is an answer")
    }
    throw BrokenLaw(description: "notifications do not end")
  }

  private static func document(_ bytes: [UInt8], after message: [UInt8]) throws -> JSON {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      throw BrokenLaw(description: "“\(text(message))” is answered with no JSON: \(text(bytes))")
    }
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }
}
