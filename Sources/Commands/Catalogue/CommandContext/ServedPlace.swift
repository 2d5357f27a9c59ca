/// The socket or standard streams on which `serve` serves other programs.
package enum ServedPlace: Hashable, Sendable {
  /// Standard input and output, for one program.
  case standardInput
  /// A socket at this path, for any number of programs.
  case socket(String)
  /// Standard input and output, for one agent over the Model Context Protocol.
  case agent(AgentAccess)
}
