internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import Server

// Proposals.
extension AgentSession {
  func propose(_ arguments: ToolArguments) throws -> ToolAnswer {
    let name = try arguments.text("name") ?? run.branchPrefix
    guard !name.isEmpty, name.utf8.count <= 100 else {
      throw ToolFault("“name” must be a string of 1 to 100 bytes.")
    }
    var parameters: [(name: String, value: JSON)] = [("name", .string(name))]
    if let key = try key(arguments) { parameters.append(("key", .string(key))) }
    if try arguments.choice("operation") == "withdraw" {
      let answer = try client.result(of: "withdraw", parameters)
      note(answer)
      return ToolAnswer(
        ["Withdrew the proposal \(QuotedText.quoted(name))."],
        ("sequence", answer["sequence"] ?? .integer(0)), ("name", .string(name)),
        ("state", .string("withdrawn")))
    }
    guard let branch = try readBranch(arguments) ?? run.branch else {
      throw ToolFault("There is nothing to propose yet. Change something on your branch first.")
    }
    guard try isOwn(branch: branch) else {
      throw ToolFault("The branch “\(QuotedText.cut(branch, 60))” is not yours.")
    }
    parameters.append(("of", .string(branch)))
    if let words = try arguments.text("say") { parameters.append(("say", .string(words))) }
    let answer = try client.result(of: "propose", parameters)
    note(answer)
    let shown = try? client.result(of: "proposals", [("name", .string(name))])
    let changes = changes(shown ?? .null)
    let rows = Self.rows(of: changes)
    let kept = shown?["kept"]?.elements ?? []
    var lines = [
      "Proposed \(QuotedText.quoted(name)) to the person, who decides in Retrace. “moments” shows the "
        + "outcome. Later changes of the branch are not part of it; propose again to include them."
    ]
    lines += rows.lines
    if !kept.isEmpty {
      lines.append(
        "\(Self.counted(kept.count, "thing")) would stay as the person has it, because of conflicts."
      )
    }
    return ToolAnswer(
      lines, ("sequence", answer["sequence"] ?? .integer(0)), ("name", .string(name)),
      ("branch", .string(branch)), ("state", .string("waiting")), ("changes", .array(rows.rows)),
      ("total", .integer(Int64(changes.count))),
      ("kept", kept.isEmpty ? nil : .array(Array(kept.prefix(50)))))
  }

  /// Returns all proposals, oldest first, as `proposals` lists them.
  func proposals() throws -> [JSON] {
    try client.result(of: "proposals", [("all", .bool(true))])["proposals"]?.elements ?? []
  }

  /// Returns a proposal as a line and as JSON.
  static func proposalRow(_ proposal: JSON) -> (String, JSON) {
    let name = proposal["name"]?.string ?? ""
    let state = proposal["state"]?.string ?? ""
    let by = QuotedText.cut(proposal["by"]?.string ?? "person", 40)
    return (
      "proposal \(QuotedText.quoted(name)) by \(by): \(state)",
      .members(
        ("name", .string(QuotedText.title(name))), ("by", .string(by)), ("state", .string(state)),
        ("branch", proposal["branch"]), ("time", proposal["time"]),
        ("words", .text(QuotedText.cut(proposal["words"]?.string ?? "", 300))))
    )
  }
}

// Asking the user through the agent's own program.
extension AgentSession {
  /// Returns the question about a proposal, or nil if it does not wait for an answer.
  func question(about name: String) throws -> ProposalQuestion? {
    let shown = try client.result(of: "proposals", [("name", .string(name))])
    guard let proposal = shown["proposal"], proposal["state"] == .string("waiting"),
      let id = proposal["id"]?.whole, let digest = shown["digest"]?.string
    else { return nil }
    let changes = shown["diff"]?.elements ?? []
    let words = QuotedText.cut(proposal["words"]?.string ?? "", 300)
    var lines = [
      "“\(QuotedText.cut(run.name, 40))” proposes \(QuotedText.quoted(name)): "
        + Self.counted(changes.count, "change") + "."
    ]
    if !words.isEmpty { lines.append("It says: \(words)") }
    lines += Self.rows(of: changes, 20).lines
    if changes.count > 20 { lines.append("… and \(changes.count - 20) more") }
    lines.append("Apply these changes in Retrace?")
    return ProposalQuestion(
      proposal: EventID(Int32(clamping: id)), digest: digest,
      text: lines.joined(separator: "\n"))
  }

  /// Approves a proposal for the user, if its effects are still those of the question.
  func approve(_ question: ProposalQuestion) throws {
    try client.store.approve(question.proposal, digest: question.digest, by: Origin(.user))
  }
}
