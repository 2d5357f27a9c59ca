package import Catalogue

/// The servers that the command `serve` starts.
package struct ProgramServer {
  /// Serves other programs at a place until the process is asked to end.
  package let serve: (CommandContext, ServedPlace) throws -> Void
  /// Serves an agent, and opens its profile when a call needs it.
  package let serveAgent: (AgentAccess, @escaping () throws -> CommandContext) throws -> Void

  package init(
    serve: @escaping (CommandContext, ServedPlace) throws -> Void,
    serveAgent: @escaping (AgentAccess, @escaping () throws -> CommandContext) throws -> Void
  ) {
    self.serve = serve
    self.serveAgent = serveAgent
  }
}
