internal import BrowserModel
internal import CommandKit
internal import Notation
package import RetraceStore

/// The command that finds a page anywhere.
package enum FindCommands {
  static let all: [ConsoleCommand] = [find]

  private static let find = CommandCatalogue.command(
    CommandDeclaration(
      "find", in: .pastPages, .reads,
      "find a page anywhere, and the command that opens it",
      details: [
        "Searches open tabs, closed tabs, their histories, bookmarks and all pages ever visited, "
          + "including imported ones. Each page is listed once, at the nearest place. Pages "
          + "visited often and recently come first. The command that opens each page is shown "
          + "below it.",
        "Each of the WORDS must begin a word of the title or of the address, in any order: “sw "
          + "doc” finds “Swift Documentation”, but “ift” does not. Case and accents are ignored. A "
          + "word is a run of letters and digits. In addresses, https:// and www. are ignored. "
          + "Pages of private windows are found only while a private window has the focus.",
        "Pages of a host come first if its name is typed in full, as in “find example.com”.",
      ],
      takes: [.required("words", .words)],
      options: [.value("limit", letter: "n", "N", .positive, "at most N results (10)")],
      answers: foundMembers.shape,
      examples: [
        .init("find rust book", "find pages with these words, best first"),
        .init("find weather -n 3", "find the three best matches"),
      ])
  ) { context, arguments throws in
    let text = arguments.text("words") ?? ""
    let match = try match(text)
    let limit = arguments.integer("limit") ?? 10
    let (offset, end) = (context.offset, context.offset.sumOrMax(limit))
    let found = try PageSearch(context, text, match).found(offset: offset, limit: limit)
    return try context.printsJSON
      ? context.part(
        Answer(json: (found, context.deviceNames()), foundMembers),
        next: found.total > end ? end : nil)
      : answer(found, in: context)
  }

  /// Returns the search terms of a text, or throws an error if there are none.
  package static func match(_ text: String) throws -> WordMatch {
    guard let match = WordMatch(text) else {
      throw CommandError(
        "badValue", "“find” needs words that contain a letter or a digit.", status: .usage)
    }
    return match
  }

  private static let foundMembers = AnswerMembers<(found: PageSearch.Found, names: DeviceNames)> {
    $0.list("found", "the best first") { answer in
      answer.found.pages.map { (page: $0, names: answer.names) }
    } of: { found in
      found.member(
        "place", .choice(["tab", "back", "forward", "closed", "bookmark", "visit"])
      ) { $0.page.placeName }
      found.member("line", "the command that opens it") { $0.page.line }
      found.member("url") { $0.page.url }
      found.member("title") { $0.page.title }
      found.member("id", "the id of the tab, entry, bookmark or visit") { $0.page.id }
      found.member("tabId", "null if the page is not in a tab") { $0.page.tab }
      found.member("visits", "the number of visits") { $0.page.visits }
      found.member(
        "time", "when it was last visited, otherwise when it was opened, closed or bookmarked"
      ) { $0.page.time }
      found.optional("device", "the number of the device, if that was on another device") {
        $0.page.device == 0 ? nil : $0.names.ordinal(of: $0.page.device)
      }
    }
    $0.member("total", "null if not all pages were checked") {
      $0.found.isCounted ? $0.found.total : nil
    }
  }

  /// Returns two lines for each page. The first contains its title and address, and the second
  /// contains its location and the command that opens it.
  private static func answer(
    _ found: PageSearch.Found, in context: CommandContext
  ) throws -> Answer {
    guard !found.pages.isEmpty else { return Answer("No page matches these words.") }
    var lines: SafeText = ""
    let now = context.presentation.now()
    let names = try context.deviceNames()
    for page in found.pages {
      var title = context.label(title: page.title, url: page.url)
      if let columns = context.presentation.columns { title = title.truncated(toColumns: columns) }
      lines += title + "\n  " + context.style.apply(.cyan, to: SafeText(page.line))
      lines += "  " + context.style.apply(.dim, to: page.location(now: now, names)) + "\n"
    }
    if found.total > found.pages.count {
      lines += context.cutNote(found.pages.count, of: found.total, isExact: found.isCounted)
    }
    return Answer(lines: lines)
  }
}

extension FoundPage {
  /// Returns the location of the page, or the time when it was last open.
  fileprivate func location(now: Timestamp, _ names: DeviceNames) -> SafeText {
    let place = device == 0 ? "" : " on \(names[device].text)"
    let time = SafeText((time?.shortText(now: now) ?? "") + place)
    let visited = visits > 1 ? "\(time), \(SafeText(visits.grouped)) visits" : time
    switch self.place {
    case .tab: return "open"
    case .entry(_, let steps): return steps < 0 ? "reached by Back" : "reached by Forward"
    case .closed(_, _, let steps):
      let way = steps == 0 ? "" : steps < 0 ? ", reached by Back" : ", reached by Forward"
      return "closed \(time)\(SafeText(way))"
    case .bookmark: return visits > 0 ? "bookmark, last visited \(visited)" : "bookmark of \(time)"
    case .visit: return "visited \(visited)"
    }
  }
}
