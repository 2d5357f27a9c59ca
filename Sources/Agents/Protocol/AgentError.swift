internal import Notation

/// An error of the protocol. Failures of tools are results instead, so that the model reads them.
struct AgentError: Error {
  let code: Int64
  let sentence: String
  var data: JSON?

  /// The error for a version that is not supported.
  static func unsupported(_ version: String) -> AgentError {
    AgentError(
      code: -32_022, sentence: "Unsupported protocol version",
      data: .members(
        ("supported", .array(ProtocolVersion.all.map { .string($0) })),
        ("requested", .string(version))))
  }

  static func badParameters(_ sentence: String) -> AgentError {
    AgentError(code: -32_602, sentence: sentence)
  }
}
