internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import HistoryStorage
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Commands that remove data from the files of the profile.
enum ForgettingCommands {
  static let all: [ConsoleCommand] = [forget, compact]

  private static let forget = CommandCatalogue.command(
    CommandDeclaration(
      "forget", in: .data, .rewrites, "permanently remove pages from the past",
      details: [
        "Removes the addresses, titles and pictures of pages from every file of the profile, "
          + "together with the text that was typed or searched for to reach them. Commands about "
          + "these pages are removed from the line history. This cannot be undone.",
        "Use --dry-run first: it lists what would be removed and what would be kept, and changes "
          + "nothing. The command itself shows the same list.",
        "URL forgets this page, with any #fragment, and its bookmarks. The zoom of a site is "
          + "forgotten with the last page of the site.",
        "--under URL forgets this page and all pages below it, by path segments: --under "
          + "https://example.com/a covers /a, /a?x and /a/b, but not /ab.",
        "--site HOST forgets the pages, bookmarks and zoom of a host and its subdomains. The "
          + "host's name is kept in other text that mentions it: titles, tags, keywords, folders, "
          + "and names of marks and branches. The answer lists these mentions; --mentions removes "
          + "them too.",
        "--tab TAB forgets every page that was shown in a tab. The tab stays open and shows the "
          + "start page. Bookmarks of these pages, with their titles and notes, the zoom of their "
          + "sites, and visits of the same pages in other tabs are kept. The answer lists them.",
        "--between A B forgets everything written after the first moment and up to the second, "
          + "including bookmarks, zoom, and names of marks and branches. Data about the same pages "
          + "from before or after is kept. The answer lists it.",
        "--all forgets every string in the log, including names of marks and branches. A branch is "
          + "then shown by its id. All commands of this profile are removed from the line history, "
          + "and so are the commands that an older version stored without their profile.",
        "An open tab whose page is forgotten goes to the nearest page left in its history, or to "
          + "the start page. A closed tab without pages can no longer be reopened. If the address "
          + "of another page contains a forgotten address, as in ?u=https%3A%2F%2Fexample.com, "
          + "only that part of the address is removed, and the page is kept.",
        "If devices share the profile, the other devices forget the same data with the next "
          + "“sync”. For a URL or a site, they forget everything about it that they have by then. "
          + "For a tab or a period, they forget everything that this device wrote. A device that "
          + "was offline forgets the data before it sends anything. The data on the servers is "
          + "rewritten without the forgotten parts. Copies that remain on servers or in their "
          + "backups are encrypted, and the devices have the keys.",
        "Existing backups still contain the data. Run “backup” again afterwards.",
        "Asks for confirmation unless --yes is given. If commands cannot be removed from the line "
          + "history because its file is not writable, this is reported, and the command exits "
          + "with status 1.",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: [
        .value("under", "URL", .word, "a URL and all pages below it"),
        .value("site", "HOST", .site, "all pages of a host and its subdomains"),
        .values(
          "between", [.init("A", .point), .init("B", .point)],
          "everything written between two moments"),
        .value("tab", "TAB", .tab, "every page shown in a tab"),
        .flag("all", "everything"),
        .flag("mentions", "with --site, also remove its name from other text"),
        .flag("dry-run", "only list what would be removed and what would be kept"),
        .flag("yes", "do not ask for confirmation"),
      ],
      exclusive: [["under", "site", "between", "tab", "all"]],
      answers: ForgettingAnswer.members.shape,
      examples: [
        .init("forget https://example.com/gift", "forget one page"),
        .init("forget --under https://example.com/gifts", "forget a page and all pages below it"),
        .init("forget --site example.com --dry-run", "list the data about a site"),
        .init("forget --between 120 180 --yes", "forget a period, without confirmation"),
        .init("forget --tab #4711", "forget the pages that a tab has shown"),
      ])
  ) { context, arguments throws in
    try forgetAnswer(
      forgettingRequest(arguments, in: context), isDryRun: arguments.has("dry-run"),
      assumesYes: arguments.has("yes"), in: context)
  }

  private static let compact = CommandCatalogue.command(
    CommandDeclaration(
      "compact", in: .data, .rewrites, "make the profile's file as small as possible",
      details: [
        "Other programs can continue to use the profile after a short wait. The free space "
          + "required is about the size of the file."
      ],
      answers: compactionMembers.shape,
      examples: [.init("compact", "compact the file, and print its old and new size")])
  ) { context, _ throws in try compactAnswer(in: context) }

  /// Returns the forget request described by the arguments.
  private static func forgettingRequest(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> ForgettingRequest {
    let scope = try forgettingScope(arguments, in: context)
    if arguments.has("mentions"), !arguments.has("site") {
      throw CommandError(
        "missingArgument", "--mentions requires --site HOST.",
        status: .usage)
    }
    return ForgettingRequest(scope, includesMentions: arguments.has("mentions"))
  }

  /// Returns the pages specified by the arguments.
  private static func forgettingScope(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> ForgettingScope {
    let url = arguments.text("url")
    let options = ["under", "site", "between", "tab", "all"].filter { arguments.has($0) }
    guard options.count + (url == nil ? 0 : 1) == 1 else {
      throw CommandError(
        "missingArgument",
        "Specify what to forget: a URL, --under, --site, --between, --tab or "
          + "--all.", status: .usage)
    }
    if let url { return .url(try forgettableURL(url, in: context)) }
    switch options.first {
    case "under": return .under(try forgettablePath(arguments.text("under") ?? "", in: context))
    case "site": return .site(try CommandContext.host(named: arguments.text("site") ?? ""))
    case "between":
      let moments = try arguments.points("between").map { point in
        try context.sequence(of: point)
      }
      if moments.contains(where: { $0.isPrivate }) { throw Self.privateIsNotKept }
      return .between(moments.min() ?? .nothing, moments.max() ?? .nothing)
    case "tab":
      guard let reference = arguments.reference("tab") else { return .everything }
      let tab = try context.loggedTab(reference)
      if tab.isPrivate { throw Self.privateIsNotKept }
      return .tab(tab)
    default: return .everything
    }
  }

  private static let privateIsNotKept = CommandError(
    "notAllowed", "Private windows are not stored. Close the window to forget it.")

  /// Returns a typed URL in the form that the log contains.
  private static func forgettableURL(
    _ text: String, in context: CommandContext
  ) throws -> String {
    guard let url = try context.typedURL(text) else {
      throw CommandError(
        "invalidAddress",
        "“\(text)” is not a URL; --site HOST forgets all pages of a site, and “find \(text)” lists "
          + "pages.")
    }
    return url
  }

  /// Returns a typed URL, which must not have a query, because no other URL is below a URL with a
  /// query.
  private static func forgettablePath(
    _ text: String, in context: CommandContext
  ) throws -> String {
    let url = try forgettableURL(text, in: context)
    guard !url.contains("?") else {
      throw CommandError(
        "invalidAddress", "Nothing can be below a query. Omit the ? from the URL.")
    }
    return url
  }

  /// Asks for confirmation, forgets the data, and returns a list of the removed data. A dry run
  /// only lists the data that would be removed.
  private static func forgetAnswer(
    _ request: ForgettingRequest, isDryRun: Bool, assumesYes: Bool, in context: CommandContext
  ) throws -> Answer {
    let history = try ForgettableLines(of: context.store)
    let preview = try preview(request, history.typed, listing: isDryRun, in: context)
    let lines = history.chosen(preview.lines, takesAll: request.scope == .everything)
    var answer = ForgettingAnswer(request, preview)
    answer.lines = lines.map(\.line)
    answer.linesProblem = history.problem
    if isDryRun { return answer.dryRun(context) }
    if preview.counts != ForgettingCounts(), !assumesYes {
      try context.confirm("Permanently forget \(answer.sentence)? This cannot be undone.")
    }
    // Lines are removed first: if forgetting is interrupted later, the words that would find the
    // lines are lost.
    answer.linesProblem = history.remove(lines)
    // The request for other devices is also stored first, so that they receive it even if
    // forgetting is interrupted.
    answer.announcement = OtherDevices.note(request, in: context)
    let bar = ProgressBar("forgetting")
    defer { bar.end() }
    let forgetting = try context.store.forget(request, by: context.origin) {
      bar.show($0, of: $1)
    }
    answer.forgetting = forgetting
    let done = answer.done(context)
    guard !forgetting.leftovers.isEmpty else { return done }
    let leftover = Self.leftovers(forgetting.leftovers, "The data was forgotten")
    guard let lines = done.failure else { throw leftover }
    throw CommandError(leftover.code, leftover.message + " " + lines.message)
  }

  /// Searches for the data to forget, showing progress.
  private static func preview(
    _ request: ForgettingRequest, _ lines: [TypedLine], listing: Bool, in context: CommandContext
  ) throws -> ForgettingPreview {
    let bar = ProgressBar("reading")
    defer { bar.end() }
    return try context.store.previewOfForgetting(request, lines: lines, listing: listing) {
      bar.show($0, of: $1)
    }
  }

  /// Returns the error for a log that was rewritten, but whose old file could not be removed.
  private static func leftovers(_ paths: [String], _ done: String) -> CommandError {
    let list = paths.map { "“\($0)”" }.joined(separator: ", ")
    return CommandError(
      "leftover",
      "\(done), but the old file could not be removed and still contains everything: \(list). "
        + "Remove the file, or open the profile again to retry.")
  }

  private static let compactionMembers = AnswerMembers<Compaction> { compaction in
    compaction.member("bytesBefore") { $0.bytesBefore }
    compaction.member("bytesAfter") { $0.bytesAfter }
  }

  /// Compacts the file of the log, and reports its size before and after.
  private static func compactAnswer(in context: CommandContext) throws -> Answer {
    let bar = ProgressBar("compacting")
    defer { bar.end() }
    let compaction = try context.store.log.compact { bar.show($0, of: $1) }
    if !compaction.leftovers.isEmpty {
      throw Self.leftovers(compaction.leftovers, "The file was compacted")
    }
    if context.printsJSON { return Answer(json: compaction, compactionMembers) }
    return Answer(
      "\(compaction.bytesBefore.grouped) bytes before, \(compaction.bytesAfter.grouped) after")
  }
}
