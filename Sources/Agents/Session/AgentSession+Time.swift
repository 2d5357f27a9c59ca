internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

// Undo, restoring, marks and branches.
extension AgentSession {
  func undo(_ arguments: ToolArguments) throws -> ToolAnswer {
    let isPreview = try arguments.flag("preview") ?? false
    let branch = try branch(arguments, isPreview: isPreview)
    var parameters: [(name: String, value: JSON)]
    if let action = try arguments.id("action") {
      try checkOwn(action, on: branch)
      parameters = [("event", .ids([action]))]
    } else {
      guard let id = run.id else { throw Self.nothingDone }
      parameters = [("run", .string(id)), ("yes", .bool(true))]
    }
    if isPreview { return try preview("undo", parameters, on: branch) }
    return try change(arguments, "undo", parameters, done: "Undone")
  }

  func redo(_ arguments: ToolArguments) throws -> ToolAnswer {
    let isPreview = try arguments.flag("preview") ?? false
    let branch = try branch(arguments, isPreview: isPreview)
    var parameters: [(name: String, value: JSON)] = [("yes", .bool(true))]
    if let action = try arguments.id("action") {
      try checkOwn(action, on: branch)
      parameters.append(("event", .ids([action])))
    }
    if isPreview { return try preview("redo", parameters, on: branch) }
    return try change(arguments, "redo", parameters, done: "Redone")
  }

  private static let nothingDone = ToolFault(
    "This run has done nothing yet, so nothing was undone.")

  /// Rejects an action of others, unless it is undone only on a branch.
  private func checkOwn(_ action: Int64, on branch: String?) throws {
    guard branch == nil, try !isOwn(event: action) else { return }
    throw ToolFault(
      "Action #\(action) is not yours, so it was not undone. You may undo your own actions. To undo "
        + "actions of others, do it on a branch, and propose the branch.")
  }

  /// Returns what an undo, redo or restore would change.
  private func preview(
    _ method: String, _ parameters: [(name: String, value: JSON)], on branch: String?
  ) throws -> ToolAnswer {
    var parameters = parameters.filter { $0.name != "yes" } + [("dry-run", .bool(true))]
    if let branch { parameters.append(("branch", .string(branch))) }
    let answer = try client.result(of: method, parameters)
    let all = changes(answer)
    let rows = Self.rows(of: all)
    let kept = answer["kept"]?.elements ?? []
    let lost = answer["lost"]?.whole ?? 0
    let sequence = try client.read(branch: branch) { $0.store.timeline.position.rawValue }
    var lines = [
      all.isEmpty ? "Nothing would change." : "\(Self.counted(all.count, "change")), not done yet:"
    ]
    lines += rows.lines
    if !kept.isEmpty {
      lines.append(
        "\(Self.counted(kept.count, "action")) would stay, because others have built on them.")
    }
    if lost > 0 { lines.append("\(Self.counted(Int(lost), "later event")) would have no effect.") }
    return ToolAnswer(
      lines, ("sequence", .integer(Int64(sequence))), ("changes", .array(rows.rows)),
      ("total", .integer(Int64(all.count))),
      ("kept", kept.isEmpty ? nil : .array(Array(kept.prefix(50)))), ("lost", .integer(lost)))
  }

  func restore(_ arguments: ToolArguments) throws -> ToolAnswer {
    guard let point = try arguments.moment("point") else {
      throw ToolFault("“restore” requires “point”.")
    }
    let isPreview = try arguments.flag("preview") ?? false
    let branch = try branch(arguments, isPreview: isPreview)
    try checkMoment(point, branch: branch)
    var parameters: [(name: String, value: JSON)] = [("point", point)]
    if let tabs = try arguments.ids("tabs") { parameters.append(("tab", .ids(tabs))) }
    if let window = try arguments.id("window") { parameters.append(("window", .ids([window]))) }
    for part in try arguments.choices("parts") {
      guard part != "bookmarks" || access.seesBookmarks else {
        throw ToolFault("Bookmarks are not available, because the person has not allowed it.")
      }
      parameters.append((part == "missing_tabs" ? "tabs" : part, .bool(true)))
    }
    if isPreview { return try preview("restore", parameters, on: branch) }
    return try change(arguments, "restore", parameters, done: "Restored")
  }

  func mark(_ arguments: ToolArguments) throws -> ToolAnswer {
    let name = try pointName(arguments)
    let taken = try client.result(of: "marks")["marks"]?[name]
    if let event = taken?.whole, try !isMarkOwn(name, near: event) {
      throw ToolFault("There is already a mark of that name. Choose another name.")
    }
    return try change(arguments, "mark", [("name", .string(name))], done: "Marked")
  }

  /// Whether the agent set a mark. The event that set it is the first one after its moment that
  /// names it.
  private func isMarkOwn(_ name: String, near event: Int64) throws -> Bool {
    let events =
      try client.result(
        of: "log",
        [
          ("by", .string(run.name)), ("kind", .string("time.marked")),
          ("limit", .integer(1_000)),
        ])["events"]?.elements ?? []
    return events.contains { $0["name"]?.string == name && $0["moment"]?.whole == event }
  }

  private func pointName(_ arguments: ToolArguments) throws -> String {
    let name = try arguments.requiredText("name")
    guard name.utf8.count <= 100 else {
      throw ToolFault("“name” must be at most 100 bytes long.")
    }
    return name
  }

  func branch(_ arguments: ToolArguments) throws -> ToolAnswer {
    let name = try pointName(arguments)
    if try arguments.choice("operation") == "drop" {
      guard try isOwn(branch: name) else {
        throw ToolFault("The branch “\(QuotedText.cut(name, 60))” is not yours.")
      }
      var parameters: [(name: String, value: JSON)] = [
        ("name", .string(name)), ("hide", .bool(true)),
      ]
      if let key = try key(arguments) { parameters.append(("key", .string(key))) }
      let answer = try client.result(of: "branch", parameters)
      note(answer)
      if run.branch == name { run.branch = nil }
      return ToolAnswer(
        ["Dropped the branch \(name). Its events stay in the log."],
        ("sequence", answer["sequence"] ?? .integer(0)), ("branch", .string(name)))
    }
    let from = try arguments.moment("from")
    if let from { try checkMoment(from, branch: nil) }
    let answer = try begin(branch: name, from: from, key: try key(arguments).map { .string($0) })
    if run.branch == nil, !access.mayAct { run.branch = name }
    return ToolAnswer(
      ["Began the branch \(name). Pass it as “branch”."],
      ("sequence", answer["sequence"] ?? .integer(0)), ("branch", .string(name)))
  }

  func forget(_ arguments: ToolArguments) throws -> ToolAnswer {
    let url = try arguments.text("url")
    let site = try arguments.text("site")
    guard (url == nil) != (site == nil) else {
      throw ToolFault("“forget” requires either “url” or “site”.")
    }
    var parameters: [(name: String, value: JSON)] = [("dry-run", .bool(true))]
    if let url { parameters.append(("url", .string(url))) }
    if let site { parameters.append(("site", .string(site))) }
    let answer = try client.result(of: "forget", parameters)
    let items = answer["items"]?.elements ?? []
    var rows = ToolRows()
    for item in items.prefix(100) {
      let text = item["text"]?.string ?? ""
      let row = JSON.members(
        ("kind", item["kind"]), ("text", .string(QuotedText.address(text))),
        ("events", item["events"]))
      guard rows.add("\(item["kind"]?.string ?? "") \(QuotedText.place(text))", row) else { break }
    }
    let command = url.map { "forget \($0)" } ?? "forget --site \(site ?? "")"
    return ToolAnswer(
      [
        "Nothing was erased. Ask the person to type this in Retrace: \(QuotedText.cut(command, 300))"
      ] + rows.lines, ("items", .array(rows.rows)), ("total", .integer(Int64(items.count))),
      ("typed", .string(QuotedText.cut(command, 300))))
  }
}
