internal import BrowserModel
internal import Catalogue
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

// Pages that are not open, and the log.
extension AgentSession {
  func find(_ arguments: ToolArguments) throws -> ToolAnswer {
    let words = try arguments.requiredText("words")
    let limit = try arguments.limit()
    let match = try FindCommands.match(words)
    let (pages, total) = try read(arguments) { context in
      let search = PageSearch(context, words, match)
      var (seen, total) = try seen(search, limit)
      // Some of the best pages are at places that the agent may not see.
      if total == nil, seen.count < limit, limit < ToolArguments.largestLimit {
        (seen, total) = try self.seen(search, ToolArguments.largestLimit)
      }
      return (try search.dated(Array(seen.prefix(limit))), total)
    }
    var rows = ToolRows()
    for page in pages {
      let (line, row) = Self.row(of: page)
      guard rows.add(line, row) else { break }
    }
    let count =
      total.map { "\(rows.rows.count) of \(Self.counted($0, "page"))" }
      ?? "The best \(Self.counted(rows.rows.count, "page")). Use more words to find others."
    return ToolAnswer(
      [count] + rows.lines, ("found", .array(rows.rows)),
      ("total", total.map { .integer(Int64($0)) }))
  }

  /// Returns the pages that the agent may see among the best ones.
  ///
  /// - Parameter count: The maximum number of pages to search for.
  /// - Returns: The pages, and the number of all pages that the agent may see. The number is nil if
  ///   it is not known, because there are more pages.
  private func seen(_ search: PageSearch, _ count: Int) throws -> ([FoundPage], total: Int?) {
    var found = try search.best(count)
    let isAll = found.pages.count < count
    // Finding the tabs that were closed long ago takes as long as reading the log.
    if access.seesClosed || access.seesHistory {
      found.pages = try search.withPreviousTabs(found.pages)
    }
    let seen = found.pages.filter { maySee($0.placeName) }
    let seesAll = access.seesClosed && access.seesBookmarks && access.seesHistory
    return (seen, isAll ? seen.count : seesAll && found.isCounted ? found.total : nil)
  }

  private static func row(of page: FoundPage) -> (line: String, row: JSON) {
    let kind = page.placeName
    let tab = page.tab?.rawValue
    let thing =
      switch kind {
      case "tab": "tab #\(tab ?? 0)"
      case "back", "forward": "\(kind) in tab #\(tab ?? 0)"
      case "closed": "closed #\(tab ?? 0)"
      case "bookmark": "bookmark #\(page.id.rawValue)"
      default: "visited"
      }
    return (
      "\(thing) " + (page.title.isEmpty ? "" : QuotedText.quoted(page.title) + " — ")
        + QuotedText.place(page.url),
      .members(
        ("place", .string(kind)), ("tab", tab.map { .integer(Int64($0)) }), ("id", .id(page.id)),
        ("title", .text(QuotedText.title(page.title))),
        ("url", .string(QuotedText.address(page.url))),
        ("time", page.time.map { .string("\($0)") }))
    )
  }

  /// Whether the agent may see pages at a place of `find`.
  private func maySee(_ place: String) -> Bool {
    switch place {
    case "tab", "back", "forward": true
    case "closed": access.seesClosed
    case "bookmark": access.seesBookmarks
    default: access.seesHistory
    }
  }

  func closed(_ arguments: ToolArguments) throws -> ToolAnswer {
    let (offset, limit) = (try ListCursor(arguments)?.offset ?? 0, try arguments.limit())
    var parameters = try listParameters(arguments)
    parameters.append(("limit", .integer(Int64(offset + limit))))
    let sequence = try listSequence(arguments)
    let answer = try client.result(of: "closed", parameters)
    let all = answer["closed"]?.elements ?? []
    let total = Int(answer["total"]?.whole ?? Int64(all.count))
    var rows = ToolRows()
    for item in all.dropFirst(offset).prefix(limit) {
      let (line, row) = Self.closedRow(item)
      guard rows.add(line, row) else { break }
    }
    let next = next(rows.rows.count, offset, of: total, at: sequence)
    return ToolAnswer(
      ["\(rows.rows.count) of \(Self.counted(total, "closed item"))"] + rows.lines
        + (next.map { ["next: \($0)"] } ?? []),
      ("closed", .array(rows.rows)), ("total", .integer(Int64(total))),
      ("next", next.map { .string($0) }))
  }

  private static func closedRow(_ item: JSON) -> (String, JSON) {
    let kind = item["kind"]?.string ?? "tab"
    let tabs = item["tabs"]?.elements ?? []
    let first = tabs.first
    let title = first?["title"]?.string ?? ""
    let url = first?["url"]?.string ?? ""
    let more = tabs.count > 1 ? " and \(counted(tabs.count - 1, "more tab"))" : ""
    let time = item["closedAt"]?.string.map { " closed \($0)" } ?? ""
    return (
      "\(kind) #\(item["id"]?.whole ?? 0) "
        + (title.isEmpty ? "" : QuotedText.quoted(title) + " — ") + QuotedText.place(url) + more
        + time,
      .members(
        ("id", item["id"]), ("kind", .string(kind)), ("title", .text(QuotedText.title(title))),
        ("url", .string(QuotedText.address(url))), ("tabCount", .integer(Int64(tabs.count))),
        ("closedAt", item["closedAt"]))
    )
  }

  /// The parameters of a list with `words`, `since` and a cursor.
  private func listParameters(
    _ arguments: ToolArguments
  ) throws -> [(name: String, value: JSON)] {
    var parameters = try place(arguments)
    if let cursor = try ListCursor(arguments) {
      guard !arguments.has("at") else { throw ToolFault("Pass “cursor” or “at”, not both.") }
      parameters.append(("at", .integer(Int64(cursor.sequence.rawValue))))
    }
    if let words = try arguments.text("words"), !words.isEmpty {
      parameters.append(("words", .string(words)))
    }
    if let since = try arguments.moment("since") { parameters.append(("since", since)) }
    return parameters
  }

  /// The event to which a list is bound.
  private func listSequence(_ arguments: ToolArguments) throws -> EventID {
    if let cursor = try ListCursor(arguments) { return cursor.sequence }
    return try read(arguments) { $0.past?.position ?? $0.store.timeline.position }
  }

  func bookmarks(_ arguments: ToolArguments) throws -> ToolAnswer {
    let cursor = try ListCursor(arguments)
    let limit = try arguments.limit()
    var parameters = try place(arguments)
    if let cursor { parameters.append(("at", .integer(Int64(cursor.sequence.rawValue)))) }
    if let text = try arguments.text("folder") ?? arguments.text("words"), !text.isEmpty {
      parameters.append(("words", .string(text)))
    }
    let sequence = try listSequence(arguments)
    let answer = try client.result(of: "bookmarks", parameters)
    var all: [(bookmark: JSON, folder: String)] = []
    Self.flatten(answer["bookmarks"]?.elements ?? [], in: "", to: &all)
    var rows = ToolRows()
    let offset = cursor?.offset ?? 0
    for (bookmark, folder) in all.dropFirst(offset).prefix(limit) {
      let kind = bookmark["kind"]?.string ?? ""
      let title = bookmark["title"]?.string ?? ""
      let url = bookmark["url"]?.string ?? ""
      let line =
        "\(kind) #\(bookmark["id"]?.whole ?? 0)"
        + (title.isEmpty ? "" : " " + QuotedText.quoted(title))
        + (url.isEmpty ? "" : " — " + QuotedText.place(url))
        + (folder.isEmpty ? "" : " in \(QuotedText.quoted(folder))")
      let row = JSON.members(
        ("id", bookmark["id"]), ("kind", .string(kind)), ("title", .text(QuotedText.title(title))),
        ("url", url.isEmpty ? nil : .string(QuotedText.address(url))),
        ("folder", .text(QuotedText.title(folder))),
        ("tags", bookmark["tags"].flatMap { $0.elements.isEmpty ? nil : Self.short($0) }))
      guard rows.add(line, row) else { break }
    }
    let next = next(rows.rows.count, offset, of: all.count, at: sequence)
    return ToolAnswer(
      ["\(rows.rows.count) of \(Self.counted(all.count, "bookmark"))"] + rows.lines
        + (next.map { ["next: \($0)"] } ?? []),
      ("bookmarks", .array(rows.rows)), ("total", .integer(Int64(all.count))),
      ("next", next.map { .string($0) }))
  }

  private static func short(_ tags: JSON) -> JSON {
    .array(tags.elements.prefix(20).map { .string(QuotedText.cut($0.string ?? "", 40)) })
  }

  private static func flatten(
    _ bookmarks: [JSON], in folder: String, to all: inout [(bookmark: JSON, folder: String)]
  ) {
    for bookmark in bookmarks {
      all.append((bookmark, folder))
      let title = bookmark["title"]?.string ?? ""
      flatten(
        bookmark["children"]?.elements ?? [], in: folder.isEmpty ? title : "\(folder)/\(title)",
        to: &all)
    }
  }

  func visits(_ arguments: ToolArguments) throws -> ToolAnswer {
    let (offset, limit) = (try ListCursor(arguments)?.offset ?? 0, try arguments.limit())
    var parameters = try listParameters(arguments)
    parameters.append(("limit", .integer(Int64(offset + limit + 1))))
    let sequence = try listSequence(arguments)
    let all = try client.result(of: "visits", parameters)["visits"]?.elements ?? []
    var rows = ToolRows()
    for visit in all.dropFirst(offset).prefix(limit) {
      let title = visit["title"]?.string ?? ""
      let url = visit["url"]?.string ?? ""
      let time = visit["time"]?.string ?? ""
      let line =
        "\(time) " + (title.isEmpty ? "" : QuotedText.quoted(title) + " — ") + QuotedText.place(url)
      let row = JSON.members(
        ("id", visit["id"]), ("time", visit["time"]), ("title", .text(QuotedText.title(title))),
        ("url", .string(QuotedText.address(url))))
      guard rows.add(line, row) else { break }
    }
    let next = next(rows.rows.count, offset, of: all.count, at: sequence)
    return ToolAnswer(
      [Self.counted(rows.rows.count, "visit")] + rows.lines + (next.map { ["next: \($0)"] } ?? []),
      ("visits", .array(rows.rows)), ("next", next.map { .string($0) }))
  }

  func log(_ arguments: ToolArguments) throws -> ToolAnswer {
    let limit = try arguments.limit()
    var parameters = try place(arguments)
    if let tab = try arguments.id("tab") { parameters.append(("tab", .integer(tab))) }
    if let since = try arguments.moment("since") { parameters.append(("since", since)) }
    if let text = try arguments.text("cursor") {
      guard let until = Int64(text), until > 0 else {
        throw ToolFault("“cursor” must be the “next” of the previous answer, unchanged.")
      }
      parameters.append(("until", .integer(until)))
    } else if let until = try arguments.moment("until") {
      parameters.append(("until", until))
    }
    let by = try arguments.text("by")
    if try arguments.flag("mine") == true {
      guard let id = run.id else {
        return ToolAnswer(["This run has done nothing yet."], ("events", .array([])))
      }
      parameters.append(("run", .string(id)))
    } else if let by {
      guard access.seesHistory || by == run.name else { throw Self.hiddenLog }
      parameters.append(("by", .string(by)))
    } else if !access.seesHistory {
      parameters.append(("by", .string(run.name)))
      // What the agent did is on its branch.
      if let branch = run.branch, !arguments.has("branch") {
        parameters.append(("branch", .string(branch)))
      }
    }
    parameters.append(("limit", .integer(Int64(limit + 1))))
    let all = try client.result(of: "log", parameters)["events"]?.elements ?? []
    // The newest events are kept, if not all fit.
    var rows = ToolRows()
    for event in all.suffix(limit).reversed() {
      guard rows.add(Self.line(of: event), Self.shortEvent(event)) else { break }
    }
    let oldest = rows.rows.last?["event"]?.whole ?? 1
    let next = rows.rows.count < all.count && oldest > 1 ? "\(oldest - 1)" : nil
    let note =
      access.seesHistory ? [] : ["Only what “\(QuotedText.cut(run.name, 40))” did is shown."]
    return ToolAnswer(
      (next.map { ["next (earlier events): \($0)"] } ?? []) + rows.lines.reversed() + note,
      ("events", .array(rows.rows.reversed())), ("next", next.map { .string($0) }))
  }

  private static let hiddenLog = ToolFault(
    "You may only read your own actions. The person can allow more with the option --scope +history "
      + "of the server.")

  func why(_ arguments: ToolArguments) throws -> ToolAnswer {
    let kind = try arguments.choice("kind") ?? "tab"
    let id = try arguments.requiredID("id")
    guard kind != "bookmark" || access.seesBookmarks else {
      throw ToolFault("Bookmarks are not available, because the person has not allowed it.")
    }
    let answer = try client.result(
      of: "why", [("thing", .string("\(kind) #\(id)"))] + place(arguments))
    var rows = ToolRows()
    for event in answer["why"]?.elements ?? [] {
      let decided = event["decided"]?.elements.compactMap(\.string).joined(separator: ", ") ?? ""
      let short = Self.shortEvent(event, hasPage: access.seesHistory)
      let line =
        Self.line(of: event, hasPage: access.seesHistory) + (decided.isEmpty ? "" : " → \(decided)")
      guard rows.add(line, .object(short.members + [("decided", event["decided"] ?? .null)]))
      else { break }
    }
    return ToolAnswer(rows.lines, ("why", .array(rows.rows)))
  }
}

// Events as lines and as short JSON.
extension AgentSession {
  /// Returns a line such as `#12 person closed tab #7 "Title" — host/path`.
  static func line(of event: JSON, hasPage: Bool = true) -> String {
    let kind = (event["kind"]?.string ?? "").map { $0 == "." ? " " : String($0) }.joined()
    var line = "#\(event["sequence"]?.whole ?? 0) \(author(of: event)) \(kind)"
    if let tab = tab(of: event) { line += " #\(tab)" }
    if let name = event["name"]?.string { line += " " + QuotedText.quoted(name) }
    guard hasPage else { return line }
    if let title = event["title"]?.string, !title.isEmpty { line += " " + QuotedText.quoted(title) }
    if let url = event["url"]?.string { line += " — " + QuotedText.place(url) }
    return line
  }

  static func shortEvent(_ event: JSON, hasPage: Bool = true) -> JSON {
    .members(
      ("event", event["sequence"]), ("action", event["batch"]), ("time", event["time"]),
      ("by", .string(author(of: event))), ("kind", event["kind"]),
      ("tab", tab(of: event).map { .integer($0) }),
      ("title", hasPage ? event["title"]?.string.flatMap { .text(QuotedText.title($0)) } : nil),
      ("url", hasPage ? event["url"]?.string.map { .string(QuotedText.address($0)) } : nil),
      ("undone", event["undone"]))
  }

  static func author(of event: JSON) -> String {
    if let agent = event["agent"]?.string { return QuotedText.cut(agent, 40) }
    let actor = event["actor"]?.string ?? "user"
    return actor == "user" ? "person" : actor
  }

  private static func tab(of event: JSON) -> Int64? {
    if ["tab.opened", "tab.restored"].contains(event["kind"]?.string ?? "") {
      return event["sequence"]?.whole
    }
    return event["tab"]?.whole
  }
}
