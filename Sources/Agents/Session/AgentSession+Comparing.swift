internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import Server

// Differences, marks and branches.
extension AgentSession {
  func diff(_ arguments: ToolArguments) throws -> ToolAnswer {
    let limit = try arguments.limit()
    let branch = try readBranch(arguments)
    var to = try arguments.moment("to")
    if to == nil, let branch { to = .string(branch) }
    var from = try arguments.moment("from")
    if from == nil, case .string(let name)? = to, let fork = try fork(of: name) {
      from = .integer(fork)
    }
    guard let from else {
      throw ToolFault("“diff” requires “from”, which is an event, a time, a mark or a branch.")
    }
    for moment in [from, to].compactMap({ $0 }) {
      // The fork of a branch and the branch itself are the agent's to see.
      if case .string(let name) = moment {
        if name == "main" { continue }
        if try fork(of: name) != nil {
          guard try mayRead(branch: name) else {
            throw ToolFault("The branch “\(QuotedText.cut(name, 60))” is not yours.")
          }
          continue
        }
      }
      if arguments.has("from") || moment != from {
        try checkMoment(moment, branch: branch)
      }
    }
    var parameters = [(name: "from", value: from)]
    if let to { parameters.append(("to", to)) }
    if let branch, try fork(of: branch) != nil { parameters.append(("branch", .string(branch))) }
    let all = try changes(client.result(of: "diff", parameters))
    return Self.answer(all, limit, "differs")
  }

  /// The changes in an answer that the agent may see.
  func changes(_ answer: JSON) -> [JSON] {
    (answer["diff"]?.elements ?? []).filter { change in
      let kind = change["kind"]?.string ?? ""
      if kind.hasPrefix("closed") { return access.seesClosed }
      if kind.hasPrefix("bookmark") || kind.hasPrefix("folder") { return access.seesBookmarks }
      return true
    }
  }

  private static func answer(_ all: [JSON], _ limit: Int, _ verb: String) -> ToolAnswer {
    let rows = rows(of: all, limit)
    return ToolAnswer(
      [all.isEmpty ? "Nothing \(verb)." : "\(rows.rows.count) of \(counted(all.count, "change"))"]
        + rows.lines,
      ("changes", .array(rows.rows)), ("total", .integer(Int64(all.count))))
  }

  /// Returns changes as rows.
  static func rows(of changes: [JSON], _ limit: Int = 100) -> ToolRows {
    var rows = ToolRows()
    for change in changes.prefix(limit) {
      let line = ChangeLine(change)
      guard rows.add(line.line, line.json) else { break }
    }
    return rows
  }

  /// Returns the event at which a branch began, or nil if there is no such branch.
  private func fork(of name: String) throws -> Int64? {
    try branches().first { $0["name"]?.string == name }?["from"]?.whole
  }

  /// Returns all branches, as `branches` lists them.
  func branches() throws -> [JSON] {
    try client.result(of: "branches", [("all", .bool(true))])["branches"]?.elements ?? []
  }

  func moments(_ arguments: ToolArguments) throws -> ToolAnswer {
    let marks = try client.result(of: "marks", place(arguments))["marks"]?.members ?? []
    var markRows = ToolRows(largestBytes: 7_000)
    for (name, event) in marks.reversed() {
      let title = QuotedText.title(name)
      guard
        markRows.add(
          "mark \(QuotedText.quoted(name)) #\(event.whole ?? 0)",
          .members(("name", .string(title)), ("event", event)))
      else { break }
    }
    var branchRows = ToolRows(largestBytes: 7_000)
    for branch in try branches().filter({ $0["hidden"]?.isTrue != true }).reversed() {
      let name = branch["name"]?.string ?? ""
      guard try name == "main" || mayRead(branch: name) else { continue }
      let isOwn = name == run.branch || run.ownBranches.contains(name)
      let from = branch["from"]?.whole
      guard
        branchRows.add(
          "branch \(QuotedText.quoted(name))\(isOwn ? " (yours)" : "")"
            + (from.map { " from #\($0)" } ?? "")
            + ", \(Self.counted(Int(branch["events"]?.whole ?? 0), "event"))",
          .members(
            ("name", .string(QuotedText.title(name))), ("parent", branch["parent"]),
            ("from", branch["from"]), ("events", branch["events"]), ("yours", .flag(isOwn))))
      else { break }
    }
    let proposals = try proposals()
    var proposalRows = ToolRows(largestBytes: 7_000)
    for proposal in proposals.reversed() {
      let (line, row) = Self.proposalRow(proposal)
      guard proposalRows.add(line, row) else { break }
    }
    return ToolAnswer(
      markRows.lines + branchRows.lines + proposalRows.lines, ("marks", .array(markRows.rows)),
      ("branches", .array(branchRows.rows)), ("proposals", .array(proposalRows.rows)),
      ("run", run.id.map { .string(QuotedText.cut($0, 80)) }))
  }
}
