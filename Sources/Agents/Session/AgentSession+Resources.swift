internal import Notation

// Resources.
extension AgentSession {
  /// Returns the text of a resource, or nil if it does not exist.
  func text(of resource: AgentResource) throws(ToolFault) -> String? {
    if case .proposals = resource {
      do {
        let lines = try proposals().suffix(100).map { Self.proposalRow($0).0 }
        return lines.isEmpty ? "There are no proposals." : lines.joined(separator: "\n")
      } catch {
        throw AgentSentence.fault(error)
      }
    }
    let (name, arguments) = resource.call
    guard let tool = AgentTool.all.first(where: { $0.name == name }) else { return nil }
    // Reading a resource does not count as an overview.
    let seen = run.seen
    defer { run.seen = seen }
    let answer = answer(tool, arguments)
    switch resource {
    case .tab where answer.isError, .window where answer.isError: return nil
    default: break
    }
    guard !answer.isError else { throw ToolFault(answer.lines.joined(separator: "\n")) }
    // The overview ends with a line about other programs, which is about calls.
    let lines = resource == .overview ? answer.lines.dropLast() : answer.lines[...]
    return lines.joined(separator: "\n")
  }
}
