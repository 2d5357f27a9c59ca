internal import Notation

/// A message of the agent's program: a request, a notification, or an answer to a question.
struct AgentMessage {
  /// The id of a request, or nil for a notification.
  let id: JSON?
  let method: String
  let parameters: JSON
  /// The version in the envelope of a stateless request, or nil.
  let version: String?
  /// The data that the program sends with each stateless request.
  let meta: JSON?

  /// The reason why a line is not a message.
  struct Fault: Error {
    let id: JSON
    let code: Int64
    let sentence: String
  }

  init(_ line: ArraySlice<UInt8>) throws(Fault) {
    let value: JSON
    do {
      value = try JSONParser.parse(line, valuesAtMost: 100_000)
    } catch {
      throw Fault(id: .null, code: -32_700, sentence: "The line is not JSON.")
    }
    if case .array = value {
      throw Fault(id: .null, code: -32_600, sentence: "Batches are not supported.")
    }
    let id: JSON?
    switch value["id"] {
    case nil: id = nil
    case .string?, .integer?, .number?: id = value["id"]
    default: throw Fault(id: .null, code: -32_600, sentence: "An id must be a string or a number.")
    }
    guard case .object = value, value["jsonrpc"] == .string("2.0") else {
      throw Fault(id: id ?? .null, code: -32_600, sentence: "The message is not JSON-RPC 2.0.")
    }
    self.id = id
    method = value["method"]?.string ?? ""
    guard !method.isEmpty || value["result"] != nil || value["error"] != nil else {
      throw Fault(id: id ?? .null, code: -32_600, sentence: "The message has no method.")
    }
    switch value["params"] {
    case nil, .null?: parameters = .object([])
    case .object?: parameters = value["params"] ?? .null
    default:
      throw Fault(id: id ?? .null, code: -32_602, sentence: "“params” must be an object.")
    }
    if method.isEmpty {
      answer = value["result"] ?? .null
    } else {
      answer = nil
    }
    let meta = parameters["_meta"]
    self.meta = meta
    if let version = meta?[Self.versionKey] {
      guard let text = version.string else {
        throw Fault(
          id: id ?? .null, code: -32_602, sentence: "The version in “_meta” must be a string.")
      }
      self.version = text
    } else {
      version = nil
    }
  }

  /// The result in an answer to a question of the server, or nil if this is not an answer.
  let answer: JSON?

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  /// The key of the program's name in the envelope.
  static let clientKey = "io.modelcontextprotocol/clientInfo"
  /// The key of the program's abilities in the envelope.
  static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  /// The key of the server's name in a result.
  static let serverKey = "io.modelcontextprotocol/serverInfo"
  /// The key of the subscription in a notification.
  static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"
}
