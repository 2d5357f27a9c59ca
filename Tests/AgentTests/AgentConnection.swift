import Foundation
import Notation
import TestSupport

/// A connection to `retrace serve --mcp`, over pipes as agents' programs have it.
final class AgentConnection {
  let process: ProbeProcess
  private var number: Int64 = 0
  /// Whether requests have the envelope of the stateless protocol.
  let isStateless: Bool
  /// The notifications that arrived while answers were awaited.
  private(set) var notifications: [JSON] = []
  /// The size of the last answer.
  private(set) var lastBytes = 0
  private let name: String
  /// Whether the envelope says that the program can ask its user.
  private let canAsk: Bool

  /// - Parameters:
  ///   - profile: The folder of the profile, or nil for a profile in memory.
  init(
    _ options: String..., profile: String? = nil, isStateless: Bool = false,
    name: String = "tester",
    canAsk: Bool = false
  ) throws {
    self.canAsk = canAsk
    self.isStateless = isStateless
    self.name = name
    process = try ProbeProcess(
      program: "retrace",
      arguments: (profile.map { ["--profile", $0] } ?? ["--memory"]) + ["serve", "--mcp"] + options)
  }

  /// The envelope of a request of the stateless protocol.
  private var envelope: JSON {
    .object([
      ("io.modelcontextprotocol/protocolVersion", .string("2026-07-28")),
      (
        "io.modelcontextprotocol/clientCapabilities",
        .object(canAsk ? [("elicitation", .object([]))] : [])
      ),
      (
        "io.modelcontextprotocol/clientInfo",
        .object([("name", .string(name)), ("version", .string("1"))])
      ),
    ])
  }

  /// Sends a request, and returns its id.
  @discardableResult
  func send(_ method: String, _ parameters: [(name: String, value: JSON)] = []) throws -> Int64 {
    number += 1
    let added = isStateless ? [("_meta", envelope)] : []
    let message = JSON.object([
      ("jsonrpc", .string("2.0")), ("id", .integer(number)), ("method", .string(method)),
      ("params", .object(parameters + added)),
    ])
    try tell(message)
    return number
  }

  /// Sends a message.
  func tell(_ message: JSON) throws {
    try process.tell(String(decoding: message.bytes, as: UTF8.self))
  }

  /// Returns the next message, or nil if the program has ended. Fails if it is not JSON.
  func next() throws -> JSON? {
    guard let line = try process.answer() else { return nil }
    lastBytes = line.utf8.count
    return try JSONParser.parse(Array(line.utf8))
  }

  /// Sends a request, and returns its answer.
  func ask(_ method: String, _ parameters: [(name: String, value: JSON)] = []) throws -> JSON {
    let id = try send(method, parameters)
    while let message = try next() {
      if message["id"]?.integer == id { return message }
      notifications.append(message)
    }
    throw CocoaError(.fileReadUnknown)
  }

  /// Calls a tool, and returns the result.
  func call(_ tool: String, _ arguments: [(name: String, value: JSON)] = []) throws -> ToolResult {
    let answer = try ask(
      "tools/call", [("name", .string(tool)), ("arguments", .object(arguments))])
    return ToolResult(answer["result"] ?? .null)
  }

  /// Calls a tool with arguments in JSON.
  func call(_ tool: String, _ arguments: String) throws -> ToolResult {
    try call(tool, try JSONParser.parse(Array(arguments.utf8)).members)
  }
}
