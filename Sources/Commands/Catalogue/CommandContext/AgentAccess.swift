package import CommandKit

/// The rights of an agent that `serve --mcp` serves.
package struct AgentAccess: Hashable, Sendable {
  /// The name under which the agent acts, or nil to use the name that its program sends.
  package var name: String?
  /// Whether the agent may change the user's branch. Otherwise, it works on its own branch, and
  /// proposes the changes.
  package var mayAct = false
  /// Whether the agent sees closed tabs and windows.
  package var seesClosed = false
  /// Whether the agent sees bookmarks.
  package var seesBookmarks = false
  /// Whether the agent sees visits, the actions of others, and the past before its run.
  package var seesHistory = false
  /// Whether the agent has only the tools that read.
  package var onlyReads = false
  /// Whether the agent may ask the user to forget pages.
  package var mayForget = false
  /// Whether the agent's own program may ask the user to approve a proposal.
  package var asksHere = false

  /// The rights without any option.
  package init() {}

  /// Reads the options of `serve`.
  package init(_ arguments: Arguments) throws {
    name = arguments.text("as")
    if let name, let fault = AgentName.fault(in: name) {
      throw CommandError("badValue", fault, status: .usage)
    }
    for part in (arguments.text("scope") ?? "").split(whereSeparator: {
      "+, ".utf8.contains($0.asciiValue ?? 0)
    }) {
      switch part {
      case "propose": mayAct = false
      case "act": mayAct = true
      case "closed": seesClosed = true
      case "bookmarks": seesBookmarks = true
      case "history": seesHistory = true
      default:
        throw CommandError(
          "badValue",
          "“\(part)” is not a scope. Use “propose” or “act”, and add +closed, +bookmarks or "
            + "+history.", status: .usage)
      }
    }
    onlyReads = arguments.text("tools") == "read"
    mayForget = arguments.has("allow-forget")
    asksHere = arguments.has("ask-here")
  }
}
