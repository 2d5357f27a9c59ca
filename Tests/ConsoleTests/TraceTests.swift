import Foundation
import TestSupport
import Testing

/// `RETRACE_TRACE` prints the operations of the program, without content.
@Suite(.timeLimit(.minutes(30))) struct TraceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ arguments: [String], input: String = "", tracing topics: String?
  ) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", "p"] + arguments, input: input,
      environment: topics.map { ["RETRACE_TRACE": $0] } ?? [:], in: folder.url)
  }

  @Test func `transactions are traced, without content`() throws {
    let opened = try run(["open", "https://qzkxj.example/"], tracing: "log")
    #expect(opened.status == 0)
    let lines = opened.errors.split(separator: "\n").filter { $0.hasPrefix("retrace: log ") }
    #expect(lines.contains { $0.contains(#/^retrace: log begin read txn=\d+ rows=0 us=\d+$/#) })
    #expect(
      lines.contains { $0.contains(#/^retrace: log commit write txn=\d+ rows=[1-9]\d* us=\d+$/#) })
    #expect(!opened.errors.contains("qzkxj"))
  }

  @Test func `requests are traced, and unknown names are not shown`() throws {
    let requests = [
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[1]}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"open","params":{"address":"qzkxj.example"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"qzkxj"}"#,
    ]
    let served = try run(
      ["serve"], input: requests.map { $0 + "\n" }.joined(), tracing: "server,nonsense")
    let lines = served.errors.split(separator: "\n").filter { $0.hasPrefix("retrace: ") }
      .map { $0.replacing(#/\d+/#, with: "N") }
    #expect(
      lines.filter { $0.contains(" server ") } == [
        "retrace: server answer hello bytes=N us=N", "retrace: server answer open bytes=N us=N",
        "retrace: server refuse unknown code=-N us=N",
      ])
    #expect(!lines.contains { $0.contains(" log ") })
    #expect(!served.errors.contains("qzkxj"))
  }

  @Test func `nothing is traced by default`() throws {
    let opened = try run(["open", "a.example"], tracing: nil)
    #expect(!opened.errors.contains("retrace: log"))
    #expect(!opened.errors.contains("txn="))
  }
}
