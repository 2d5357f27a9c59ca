internal import Catalogue
internal import Notation

/// A tool that agents can call.
struct AgentTool: Sendable {
  let name: String
  /// A sentence that describes the tool to the model.
  let sentence: String
  let parameters: [AgentParameter]
  let effect: Effect
  /// The right that the agent needs, or nil if every agent has the tool.
  var right: Right?
  /// Whether the tool can load pages from the web.
  var isOpenWorld = false
  /// The members that each answer has.
  let answers: [String]
  /// The commands that perform the tool.
  let commands: [String]

  /// The effect of a tool, from which its hints follow.
  enum Effect: Sendable {
    case reads
    case writes(isDestructive: Bool, isIdempotent: Bool)
  }

  /// A right that only some agents have.
  enum Right: String, Sendable {
    case act, closed, bookmarks, history, forget

    /// The option of `serve --mcp` that grants the right.
    var option: String {
      switch self {
      case .act: "--scope act"
      case .closed, .bookmarks, .history: "--scope +\(rawValue)"
      case .forget: "--allow-forget"
      }
    }
  }

  /// Whether the tool only reads.
  var onlyReads: Bool { if case .reads = effect { true } else { false } }

  /// Whether an agent with certain rights has the tool.
  func isOffered(to access: AgentAccess) -> Bool {
    if access.onlyReads, !onlyReads { return false }
    return right.map { access.has($0) } ?? true
  }

  /// All parameters, including the parameters that the tools share.
  var allParameters: [AgentParameter] { parameters + Self.shared(effect) }

  private static func shared(_ effect: Effect) -> [AgentParameter] {
    switch effect {
    case .reads: [at, branch]
    case .writes: [branch, key, ifAt]
    }
  }

  private static let at = AgentParameter("at", .moment, "Event, or \"2h ago\".")
  private static let branch = AgentParameter("branch", .text, "")
  private static let key = AgentParameter("key", .text, "")
  private static let ifAt = AgentParameter("ifAt", .count, "")

  /// The description of the tool in `tools/list`.
  var description: JSON {
    let hints: JSON =
      switch effect {
      case .reads:
        .members(("readOnlyHint", .bool(true)), ("openWorldHint", .bool(false)))
      case .writes(let isDestructive, let isIdempotent):
        .members(
          ("readOnlyHint", .bool(false)), ("destructiveHint", .bool(isDestructive)),
          ("idempotentHint", .bool(isIdempotent)), ("openWorldHint", .bool(isOpenWorld)))
      }
    let required = allParameters.filter(\.isRequired).map { JSON.string($0.name) }
    return .members(
      ("name", .string(name)), ("description", .string(sentence)),
      (
        "inputSchema",
        .members(
          ("type", .string("object")),
          ("properties", .object(allParameters.map { ($0.name, $0.schema) })),
          ("required", required.isEmpty ? nil : .array(required))
        )
      ),
      (
        "outputSchema",
        .members(
          ("type", .string("object")), ("required", .array(answers.map { .string($0) })))
      ),
      ("annotations", hints)
    )
  }
}

extension AgentAccess {
  /// Whether the agent has a right.
  func has(_ right: AgentTool.Right) -> Bool {
    switch right {
    case .act: mayAct
    case .closed: seesClosed
    case .bookmarks: seesBookmarks
    case .history: seesHistory
    case .forget: mayForget
    }
  }
}
