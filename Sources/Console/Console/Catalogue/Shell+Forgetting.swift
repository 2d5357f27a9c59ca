internal import Addresses
internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Notation
internal import Store

/// What `forget` and `compact` work with.
extension Shell {
  /// What the arguments say is to be forgotten.
  func forgettingRequest(_ arguments: Arguments) throws(CommandFailure) -> ForgettingRequest {
    let scope = try forgettingScope(arguments)
    if arguments.has("mentions"), !arguments.has("site") {
      throw CommandFailure(
        "missingArgument", "--mentions takes the name of a site: say --site HOST with it.",
        status: .usage)
    }
    return ForgettingRequest(scope, takesMentions: arguments.has("mentions"))
  }

  private func forgettingScope(_ arguments: Arguments) throws(CommandFailure) -> ForgettingScope {
    let url = arguments.text("url")
    let options = ["under", "site", "between", "tab", "all"].filter { arguments.has($0) }
    guard options.count + (url == nil ? 0 : 1) == 1 else {
      throw CommandFailure(
        "missingArgument",
        "Say what to forget: a URL, --under, --site, --between, --tab or --all.", status: .usage)
    }
    if let url { return .url(try forgettableURL(url)) }
    switch options.first {
    case "under": return .under(try forgettablePath(arguments.text("under") ?? ""))
    case "site": return .site(try host(arguments.text("site") ?? ""))
    case "between":
      let moments = try arguments.points("between").map { point throws(CommandFailure) in
        try sequence(of: point)
      }
      if moments.contains(where: { $0.isPrivate }) { throw Self.privateIsNotKept }
      return .between(moments.min() ?? .nothing, moments.max() ?? .nothing)
    case "tab":
      guard let reference = arguments.reference("tab") else { return .everything }
      let tab = try loggedTab(reference)
      if tab.isPrivate { throw Self.privateIsNotKept }
      return .tab(tab)
    default: return .everything
    }
  }

  private static let privateIsNotKept = CommandFailure(
    "notAllowed", "Nothing of a private window is kept; close it to forget it.")

  private func forgettableURL(_ text: String) throws(CommandFailure) -> String {
    if let url = URL(text) { return url.href }
    return try destination(text).url
  }

  private func forgettablePath(_ text: String) throws(CommandFailure) -> String {
    let url = try forgettableURL(text)
    guard !url.contains("?") else {
      throw CommandFailure(
        "invalidAddress", "Below a query there is nothing: say the URL without its ?.")
    }
    return url
  }

  /// A host as it stands in URLs.
  private func host(_ text: String) throws(CommandFailure) -> String {
    let name = BrowserModel.host(ofURL: text).map { String($0) } ?? text
    guard let url = URL("http://\(name)/"), let host = BrowserModel.host(ofURL: url.href),
      !name.contains("/")
    else {
      throw CommandFailure("invalidAddress", "“\(text)” is no host: say it like example.com.")
    }
    return String(host)
  }

  mutating func forget(
    _ request: ForgettingRequest, isDryRun: Bool, assumesYes: Bool
  ) throws(CommandFailure) -> Answer {
    let history = ForgettableLines(self)
    let preview: ForgettingPreview
    do throws(StoreFailure) {
      let bar = ProgressBar("reading")
      defer { bar.end() }
      preview = try store.previewOfForgetting(
        request, lines: history.entries.map { typedLine($0.line) }, listing: isDryRun
      ) { bar.show($0, of: $1) }
    } catch {
      throw CommandFailure(error)
    }
    let lines = history.chosen(preview.lines, takesAll: request.scope == .everything)
    var answer = ForgettingAnswer(request, preview)
    answer.lines = lines.map(\.line)
    answer.linesProblem = history.problem
    if isDryRun { return answer.dryRun(self) }
    if preview.counts != ForgettingCounts(), !assumesYes {
      try confirm("Forget \(answer.sentence) for good? It cannot be undone.")
    }
    // First, because what is left of an interrupted forgetting knows no words.
    answer.linesProblem = history.remove(lines)
    let bar = ProgressBar("forgetting")
    defer { bar.end() }
    let forgetting: Forgetting
    do throws(StoreFailure) {
      forgetting = try store.forget(request, by: Origin(.user, via: .console)) {
        bar.show($0, of: $1)
      }
    } catch {
      throw CommandFailure(error)
    }
    answer.forgetting = forgetting
    let done = answer.done(self)
    guard !forgetting.leftovers.isEmpty else { return done }
    let leftover = Self.leftovers(forgetting.leftovers, "Forgot it")
    guard let lines = done.failure else { throw leftover }
    throw CommandFailure(leftover.code, leftover.message + " " + lines.message)
  }

  /// That the log is as it should be, and the file that was before it still there.
  private static func leftovers(_ paths: [String], _ done: String) -> CommandFailure {
    let list = paths.map { "“\($0)”" }.joined(separator: ", ")
    return CommandFailure(
      "leftover",
      "\(done), but the former file could not be removed and still has everything: \(list); remove "
        + "it, or open the profile again, which tries once more.")
  }

  // MARK: Compaction

  func compactAnswer() throws(CommandFailure) -> Answer {
    let bar = ProgressBar("compacting")
    defer { bar.end() }
    let compaction: Compaction
    do throws(LogFailure) {
      compaction = try store.log.compact { bar.show($0, of: $1) }
    } catch {
      throw CommandFailure(error)
    }
    if !compaction.leftovers.isEmpty { throw Self.leftovers(compaction.leftovers, "Compacted") }
    if printsJSON {
      return Answer { json in
        json.member("bytesBefore", compaction.bytesBefore)
        json.member("bytesAfter", compaction.bytesAfter)
      }
    }
    return Answer(
      "\(compaction.bytesBefore.grouped) bytes before, \(compaction.bytesAfter.grouped) after")
  }
}
