internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The command that finds a page anywhere.
enum FindCommands {
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
      answers: .object([
        .required(
          "found",
          .array(
            .object([
              .required(
                "place", .choice(["tab", "back", "forward", "closed", "bookmark", "visit"])),
              .required("line", .string, "the command that opens it"),
              .required("url", .string), .required("title", .string),
              .required("id", .integer, "of the tab, entry, bookmark or visit"),
              .required("tabId", .nullable(.integer), "null if it is not in a tab"),
              .required("visits", .integer, "how many"),
              .required(
                "time", .nullable(.time),
                "when it was last visited; else when it was opened, closed or bookmarked"),
              .optional("device", .integer, "the number of the other device on which that was"),
            ])), "the best first"),
        .required("total", .nullable(.integer), "null if not all pages were checked"),
      ]),
      examples: [
        .init("find rust book", "everything about it, the best first"),
        .init("find weather -n 3", "the three that count most"),
      ])
  ) { context, arguments throws in
    let text = arguments.text("words") ?? ""
    guard let match = WordMatch(text) else {
      throw CommandError(
        "badValue", "“find” needs words that contain a letter or a digit.", status: .usage)
    }
    let limit = arguments.integer("limit") ?? 10
    let found = try PageSearch(context, text, match).found(limit: limit)
    return try context.printsJSON ? jsonAnswer(found, in: context) : answer(found, in: context)
  }

  private static func jsonAnswer(
    _ found: PageSearch.Found, in context: CommandContext
  ) throws -> Answer {
    let names = try context.deviceNames()
    return Answer { json in
      json.array("found") { json in
        for page in found.pages { json.object { page.write(to: &$0, names) } }
      }
      json.member("total", found.isCounted ? found.total : nil)
    }
  }

  /// Two lines for each page: what and where it is, and the command that opens it.
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
      lines += "  " + context.style.apply(.dim, to: page.whereabouts(now: now, names)) + "\n"
    }
    if found.total > found.pages.count {
      lines += context.cutNote(found.pages.count, of: found.total, isExact: found.isCounted)
    }
    return Answer(lines: lines)
  }
}

extension FoundPage {
  /// The location of the page, or the time when it was last open.
  fileprivate func whereabouts(now: Timestamp, _ names: DeviceNames) -> SafeText {
    let place = device == 0 ? "" : " on \(names[device].text)"
    let time = SafeText((time?.shortText(now: now) ?? "") + place)
    let visited = visits > 1 ? "\(time), \(SafeText(visits.grouped)) visits" : time
    switch self.place {
    case .tab: return "open"
    case .entry(_, let steps): return steps < 0 ? "behind Back" : "behind Forward"
    case .closed(_, _, let steps):
      let way = steps == 0 ? "" : steps < 0 ? ", behind Back" : ", behind Forward"
      return "closed \(time)\(SafeText(way))"
    case .bookmark: return visits > 0 ? "bookmark, last visited \(visited)" : "bookmark of \(time)"
    case .visit: return "visited \(visited)"
    }
  }

  fileprivate func write(to json: inout JSONWriter, _ names: DeviceNames) {
    json.member("place", placeName)
    json.member("line", line)
    json.member("url", url)
    json.member("title", title)
    json.member("id", id.rawValue)
    json.member("tabId", tab?.rawValue)
    json.member("visits", visits)
    json.member("time", time)
    if device != 0 { json.member("device", names.ordinal(of: device)) }
  }

  private var placeName: String {
    switch place {
    case .tab: "tab"
    case .entry(_, let steps): steps < 0 ? "back" : "forward"
    case .closed: "closed"
    case .bookmark: "bookmark"
    case .visit: "visit"
    }
  }

  private var tab: EventID? {
    switch place {
    case .tab(let tab), .entry(let tab, _), .closed(let tab, _, _): tab.event
    case .bookmark, .visit: nil
    }
  }
}
