internal import Addresses
internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Notation
internal import Session

/// What `forget` and `compact` work with.
extension Shell {
  /// What the arguments say is to be forgotten.
  func forgettingScope(_ arguments: Arguments) throws(CommandFailure) -> ForgettingScope {
    let url = arguments.text("url")
    let options = ["site", "between", "tab", "all"].filter { arguments.has($0) }
    guard options.count + (url == nil ? 0 : 1) == 1 else {
      throw CommandFailure(
        "missingArgument", "Say what to forget: a URL, --site, --between, --tab or --all.",
        status: .usage)
    }
    if let url { return .url(try forgettableURL(url)) }
    switch options.first {
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
    _ scope: ForgettingScope, isDryRun: Bool, assumesYes: Bool
  ) throws(CommandFailure) -> Answer {
    let preview: ForgettingPreview
    do throws(SessionFailure) {
      preview = try session.previewOfForgetting(scope)
    } catch {
      throw CommandFailure(error)
    }
    if isDryRun { return answer(preview.counts, "This would forget ", isDryRun: true) }
    if preview.counts != ForgettingCounts(), !assumesYes {
      try confirm("Forget \(Self.sentence(preview.counts)) for good? It cannot be undone.")
    }
    // First, because what is left of an interrupted forgetting knows no words.
    try forgetLines(preview.words)
    let bar = ProgressBar("forgetting")
    defer { bar.end() }
    let forgetting: Forgetting
    do throws(SessionFailure) {
      forgetting = try session.forget(scope, by: Origin(.user, via: .console)) {
        bar.show($0, of: $1)
      }
    } catch {
      throw CommandFailure(error)
    }
    if !forgetting.leftovers.isEmpty { throw Self.leftovers(forgetting.leftovers, "Forgot it") }
    return answer(forgetting.counts, "Forgot ", isDryRun: false)
  }

  private func answer(
    _ counts: ForgettingCounts, _ verb: VisibleText, isDryRun: Bool
  ) -> Answer {
    guard printsJSON else {
      return counts == ForgettingCounts()
        ? Answer("There is nothing of it in the profile.")
        : Answer(verb + Self.sentence(counts) + ".")
    }
    return Answer { json in
      json.member("sequence", session.browser.sequence.rawValue)
      json.object("forgotten") { json in
        json.member("events", counts.events)
        json.member("pages", counts.pages)
        json.member("bookmarks", counts.bookmarks)
        json.member("sites", counts.sites)
        json.member("unknown", counts.unknown)
        json.member("damaged", counts.damaged)
      }
      json.member("dryRun", isDryRun)
    }
  }

  /// “2 pages, 1 bookmark and the zoom of 1 site, in 7 events”.
  private static func sentence(_ counts: ForgettingCounts) -> VisibleText {
    var parts: [VisibleText] = [.counted(counts.pages, "page")]
    if counts.bookmarks > 0 { parts.append(.counted(counts.bookmarks, "bookmark")) }
    if counts.sites > 0 { parts.append("the zoom of " + .counted(counts.sites, "site")) }
    if counts.unknown > 0 {
      parts.append(.counted(counts.unknown, "event") + " of a newer version")
    }
    if counts.damaged > 0 { parts.append(.counted(counts.damaged, "damaged event")) }
    let last = parts.removeLast()
    let list = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    return list + ", in " + .counted(counts.events, "event")
  }

  /// A log in memory says nothing about what was typed in other runs.
  private func forgetLines(_ words: ForgottenWords) throws(CommandFailure) {
    guard session.log.directory != nil,
      let folder = Call.stateFolder(environment: .process)
    else { return }
    do throws(LineEditorError) {
      try HistoryFile(path: "\(folder)/history").remove { line in
        words.areMentioned(in: line, parts: Self.parts(of: line))
      }
    } catch {
      throw CommandFailure("history", error.description.sentence)
    }
  }

  private static func parts(of line: String) -> [String] {
    do throws(OpenQuote) {
      return try Words.split(line).flatMap { $0 }.map(\.text)
    } catch {
      return line.split(separator: " ").map(String.init)
    }
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
      compaction = try session.log.compact { bar.show($0, of: $1) }
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
