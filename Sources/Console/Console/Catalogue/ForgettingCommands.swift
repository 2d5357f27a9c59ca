internal import Addresses
internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Notation
internal import Store

extension Catalogue {
  static let forgetting: [Command<Shell, Answer>] = [forget, compact]

  private static let forget = command(
    CommandDeclaration(
      "forget", in: .data, .rewrites, "take pages out of the past for good",
      details: [
        "Their addresses, titles, pictures, and what was typed or searched for to reach them leave "
          + "every file of the profile, and lines of this profile about them leave the line history. "
          + "Bookmarks and zoom of a forgotten site go. It cannot be undone.",
        "A URL is that page alone, with whatever stands behind its #. --under takes a URL and all "
          + "below it, piece by piece: --under https://example.com/a takes /a, /a?x and /a/b, and not "
          + "/ab. --site takes a host and all hosts below it. --between takes all that was written "
          + "behind one moment and up to another, names of marks and branches, too. --tab takes what "
          + "was shown in a tab; the tab stays.",
        "Pages that have the address inside of their own, as in ?u=https%3A%2F%2Fexample.com, lose "
          + "these bytes and stay. Where others mention the name of a site, in titles, tags, "
          + "keywords, folders, and names of marks and branches, it stays: the answer says where, and "
          + "--mentions takes it as well.",
        "--all takes every word: names of marks and branches, too. A branch is then called by its id. "
          + "All lines of this profile go, and those of which nobody knows whose they are, because "
          + "an older version kept them.",
        "It asks first; --yes answers. Where lines have to stay, because their file cannot be "
          + "written, it says so and ends with status 1.",
        "With --json: {\"sequence\":N,\"events\":[…],\"forgotten\":{…},\"lines\":N,\"mentions\":[…]}, and "
          + "with --dry-run \"items\":[{\"kind\":…,\"text\":…,\"events\":N}].",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: [
        .value("under", "URL", .word, "a URL and all below it"),
        .value("site", "HOST", .word, "all pages of a site"),
        .values(
          "between", [.init("A", .point), .init("B", .point)],
          "all that happened between two moments"),
        .value("tab", "TAB", .reference, "all pages that a tab has shown"),
        .flag("all", "everything"),
        .flag("mentions", "with --site: its name in what others say, too"),
        .flag("dry-run", "only list what it would be"),
        .flag("yes", "do not ask"),
      ],
      exclusive: [["under", "site", "between", "tab", "all"]],
      examples: [
        .init("forget https://example.com/gift", "one page"),
        .init("forget --under https://example.com/gifts", "that page and all below it"),
        .init("forget --site example.com --dry-run", "list what there is of a site"),
        .init("forget --between 120 180 --yes", "an hour, without being asked"),
        .init("forget --tab #4711", "what a tab has shown, open or closed"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.forget(
      shell.forgettingRequest(arguments), isDryRun: arguments.has("dry-run"),
      assumesYes: arguments.has("yes"))
  }

  private static let compact = command(
    CommandDeclaration(
      "compact", in: .data, .rewrites, "make the profile's file as small as it can be",
      details: [
        "Others can go on using the profile; they wait for a moment. About as much free space is "
          + "needed as the file takes."
      ],
      examples: [.init("compact", "say how large it was, and is")])
  ) { shell, _ throws(CommandFailure) in try shell.compactAnswer() }
}

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

extension HistoryFile {
  /// The line history that the consoles of a person share; nil where there is no place for it.
  static func ofConsoles(environment: Environment) -> HistoryFile? {
    Call.stateFolder(environment: environment).map { HistoryFile(path: "\($0)/history") }
  }
}

/// The lines of the history that were typed for this profile.
extension Shell {
  /// What they are told by; nil for a profile that is not on disk, or not yet.
  var historyOwner: String? {
    guard store.log.directory != nil else { return nil }
    do throws(LogFailure) {
      let id = try store.log.read { (reader) throws(LogFailure) in try reader.metadata("profile")
      }
      let digits = Array("0123456789abcdef")
      return id.map { id in
        String(id.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
      }
    } catch {
      return nil
    }
  }

  /// Lines of other profiles stay; of those that an older version kept nobody knows whose they are.
  func isOwn(_ entry: HistoryFile.Entry) -> Bool {
    entry.owner == nil || entry.owner == historyOwner
  }

  /// A line as it is looked through for what is forgotten.
  func typedLine(_ text: String) -> TypedLine {
    let parts = Self.parts(of: text)
    // Each word, and those behind the command's name together, may be an address in another form.
    var texts = parts.dropFirst().map { String($0) }
    if parts.count > 2 { texts.append(parts.dropFirst().joined(separator: " ")) }
    var urls: [String] = []
    for text in texts {
      // An option may have its value with it.
      let value = text.hasPrefix("-") ? String(text.drop { $0 != "=" }.dropFirst()) : text
      guard !value.isEmpty else { continue }
      for form in [value, "https://\(value)", "http://\(value)"] {
        if let url = URL(form) { urls.append(url.href) }
      }
      let resolution = Typed.resolve(value, by: .retrace, Typed.Context())
      if resolution.kind != .search, let url = resolution.url { urls.append(url.href) }
    }
    return TypedLine(text, parts: parts, urls: urls)
  }

  private static func parts(of line: String) -> [String] {
    do throws(OpenQuote) {
      return try Words.split(line).flatMap { $0 }.map(\.text)
    } catch {
      return line.split(separator: " ").map(String.init)
    }
  }
}
