internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

extension Catalogue {
  static let exchange: [Command<Shell, Answer>] = [importing, exporting, record, replay]

  private static let importing = command(
    CommandDeclaration(
      "import", in: .data, .writes, "bring in what another browser or program knows",
      details: [
        "Takes a file, or the folder of a browser's profile: windows, tabs with their histories, "
          + "what was closed, bookmarks, visits, the zoom of sites, each with its own time. The "
          + "format is found by what is in the file; nothing of the source is changed, and its "
          + "browser may be running.",
        "Firefox, Chromium and Safari with their sessions, histories and bookmarks; bookmark files in "
          + "HTML; Google Takeout; OneTab; Tab Session Manager; Raindrop; Pinboard; OPML; lists "
          + "of links in Markdown; HTTP archives.",
        "What is there already does not come again, so the same file twice adds nothing, and a newer "
          + "one adds what is new. What cannot be read is reported, and the rest comes in. All of it "
          + "is one action: one “undo” takes it back.",
        "Bookmarks come in whatever their scheme, scripts and files too; “bookmark open” follows a script "
          + "only with --allow-script. What is no address is left out, and told.",
        "What the source has and there is no place for here, such as containers of tabs, is counted.",
        "FORMAT is firefox-session, firefox-places, firefox-bookmarks, firefox-zoom, chromium-session, "
          + "chromium-tabs, chromium-history, chromium-bookmarks, chromium-preferences, safari-history, "
          + "safari-bookmarks, safari-session, netscape, takeout, onetab, onetab-storage, "
          + "tab-session-manager, pinboard, raindrop, opml, har, markdown or jsonl, the log of Retrace.",
        "With --json: {\"import\":{…},\"sequence\":N,\"events\":[…]}: the counts, what was left out and the "
          + "problems, and what was appended.",
      ],
      takes: [.required("file", .file)],
      options: [
        .value("format", "FORMAT", .word, "what the file is, if it is not found out"),
        .flag("dry-run", "only say how much it would be"),
        .value("into", "FOLDER", .folder, "put bookmarks into this folder"),
        .value("since", "POINT", .point, "only bookmarks and visits from then on"),
      ],
      examples: [
        .init("import ~/.mozilla/firefox/abc.default", "a profile of Firefox"),
        .init("import bookmarks.html --into Old", "bookmarks, into a folder"),
        .init("import places.sqlite --since @365d --dry-run", "how much the last year would be"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.importAnswer(arguments) }

  private static let record = command(
    CommandDeclaration(
      "record", in: .data, .writes, "start a browser and write down what happens in it",
      details: [
        "Starts Chromium or Firefox and records, as it happens: tabs and windows that open, close and "
          + "move, what is selected, pinned, muted and grouped, pages with their titles, Back and "
          + "Forward, and a picture of each page that is in front. Each action is on disk before the "
          + "next is looked at. Close the browser, or press Ctrl-C, to end; the tabs stay open in the "
          + "log.",
        "The browser's profile is one that goes with the recording, unless --profile-dir names one. "
          + "What such a profile brings along, by its own settings or after a crash, is recorded on in "
          + "the tabs in which it was recorded before; others in the log stay as they are.",
        "Chromium lets nobody look into the profile that it uses by default. An extension of a few "
          + "lines, called Retrace, tells about its strip meanwhile.",
        "Firefox opens its remote control on a free port of this computer alone for the first seconds, "
          + "and two lines stand in user.js of the profile for as long; then both are gone. It must not "
          + "be running with that profile already. Where it would restart by itself, it closes.",
        "Not recorded: private windows, text that was typed before it became an address, redirects on "
          + "the way, zoom, bookmarks, how far a page was scrolled; in Firefox, addresses that could not "
          + "be reached. What happens faster than the browser can be asked is recorded as its result.",
        "With --json: {\"record\":{…}} with how it ended, and the number of events.",
      ],
      takes: [.required("browser", browsers), .repeated("url", .word, orNone: true)],
      options: browserOptions + [
        .value("profile-dir", "DIR", .file, "a profile of the browser that stays"),
        .flag("no-pictures", "keep no pictures of pages"),
      ],
      examples: [
        .init("record chromium https://example.com", "until the browser is closed"),
        .init("record firefox --profile-dir ~/.mozilla/recorded", "a profile that stays"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.recordAnswer(arguments) }

  private static let replay = command(
    CommandDeclaration(
      "replay", in: .data, .reads, "open a moment in a fresh browser",
      details: [
        "Starts Chromium or Firefox with the windows of the state in view, or of a moment: tabs in "
          + "order with their whole lists of Back and Forward, the entry where each stood, pins, "
          + "groups, and the active tab. A page is loaded when its tab is looked at. The profile is a "
          + "fresh one that goes with the browser; nothing is recorded. It lasts until the browser is "
          + "closed.",
        "What could not be brought back is said: a page's own state (forms, scrolling, its session "
          + "storage), zoom and private windows never come.",
        "With --json: {\"replay\":{…}} with the numbers of windows, tabs and entries, and what is "
          + "missing.",
      ],
      takes: [.required("browser", browsers), .optional("point", .point)],
      options: browserOptions,
      examples: [
        .init("replay chromium", "what is open now"),
        .init("replay firefox @yesterday", "what was open when yesterday began"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.replayAnswer(arguments) }

  private static let browsers = ValueKind.choice(["chromium", "firefox"])

  private static let browserOptions: [CommandOption] = [
    .value("program", "PROGRAM", .word, "the browser's program, if it has another name"),
    .flag("headless", "show no window"),
  ]

  private static let exporting = command(
    CommandDeclaration(
      "export", in: .data, .reads, "write the state, or the log, for another program",
      details: [
        "netscape (bookmarks as HTML, for every browser), chromium-bookmarks, opml and csv have the "
          + "bookmarks; firefox-session (and firefox-session-json, not packed) has the windows with "
          + "their tabs and histories, and what was closed; onetab the open tabs; markdown tabs and "
          + "bookmarks, to be read by people; jsonl all events of the log, from which “import” makes "
          + "the same log again in a new profile. What a format has no place for is left out.",
        "svg draws the tabs in the course of the log, dot its branches and marks for Graphviz; with "
          + "--tab both draw the trail of a tab. Private windows are never exported, pictures of pages "
          + "neither.",
        "Without a file it goes to standard output. A file that is there stays as it is unless "
          + "--replace is given.",
        "With --json: {\"export\":{\"format\":…,\"file\":…,\"problems\":[…]}}; without a file “text” "
          + "instead, with all of it.",
      ],
      takes: [
        .required(
          "format",
          .choice([
            "netscape", "chromium-bookmarks", "firefox-session", "firefox-session-json", "onetab",
            "markdown", "csv", "opml", "jsonl", "dot", "svg",
          ])), .optional("file", .file),
      ],
      options: [
        .value("at", "POINT", .point, "that moment instead of the one in view"),
        .value("tab", "TAB", .tab, "draw the trail of a tab"),
        .flag("replace", "write over a file that is there"),
      ],
      examples: [
        .init("export netscape bookmarks.html", "bookmarks that every browser imports"),
        .init("export firefox-session old.jsonlz4 --at @yesterday", "a session for Firefox"),
        .init("export jsonl", "the whole log, a line an event"),
        .init("export svg trail.svg --tab 3", "what was visited from the third tab"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.exportAnswer(arguments) }
}

/// What other programs' files need is done by a program of its own.
extension Shell {
  mutating func importAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["import"] + (try profileWords())
    if let format = arguments.text("format") { words += ["--format", format] }
    if arguments.has("dry-run") { words.append("--dry-run") }
    if let folder = arguments.text("into") { words += ["--into", folder] }
    if let point = arguments.point("since") {
      words += ["--since", "\(try milliseconds(of: point))"]
    }
    words += ["--now", "\(presentation.now().milliseconds)"]
    return try exchange(words, ["--", arguments.text("file") ?? ""])
  }

  mutating func recordAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["record"] + (try profileWords()) + browserWords(arguments)
    if let folder = arguments.text("profile-dir") { words += ["--profile-dir", folder] }
    if arguments.has("no-pictures") { words.append("--no-pictures") }
    let browser = arguments.text("browser") ?? ""
    return try exchange(words, ["--", browser] + arguments.texts("url"))
  }

  mutating func replayAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["replay"] + (try profileWords()) + browserWords(arguments)
    words += try momentWords(arguments.point("point"))
    return try exchange(words, ["--", arguments.text("browser") ?? ""])
  }

  /// Which moment, and of which branch.
  private func momentWords(_ point: Point?) throws(CommandFailure) -> [String] {
    if let past, past.isSupposed, point == nil {
      throw CommandFailure(
        "notAllowed", "What never was cannot be replayed; “now” goes back to the present.")
    }
    let place = try point.map { point throws(CommandFailure) in try self.place(of: point) }
    let line = lineageInView
    let branch = place?.branch ?? line.branch
    let sequence = place?.sequence ?? past?.position ?? store.timeline.position
    return ["--moment", "\(sequence.rawValue)", "--branch", "\(branch.rawValue)"]
  }

  private func browserWords(_ arguments: Arguments) -> [String] {
    var words: [String] = []
    if let program = arguments.text("program") { words += ["--program", program] }
    if arguments.has("headless") { words.append("--headless") }
    return words
  }

  /// The other program does it, and this session knows what it wrote.
  private mutating func exchange(
    _ words: [String], _ operands: [String]
  ) throws(CommandFailure) -> Answer {
    try ExchangeProgram(words + operands).wait()
    do throws(LogFailure) { try store.catchUp() } catch { throw CommandFailure(error) }
    return .nothing
  }

  /// Exports the state in view, or that of another moment.
  func exportAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["export"] + (try profileWords()) + ["--read-only"]
    let moment = try exportedMoment(arguments.point("at"))
    words += ["--branch", "\(moment.branch.rawValue)"]
    if let sequence = moment.sequence { words += ["--moment", "\(sequence.rawValue)"] }
    if let format = arguments.text("format") { words += ["--format", format] }
    if let reference = arguments.reference("tab") {
      let tab = try openOrClosedTab(reference).id
      if tab.isPrivate {
        throw CommandFailure("notAllowed", "What is private is never exported.")
      }
      words += ["--tab", "\(tab.rawValue)"]
    }
    if arguments.has("replace") { words.append("--replace") }
    words.append("--")
    if let file = arguments.text("file") { words.append(file) }
    try ExchangeProgram(words).wait()
    return .nothing
  }

  /// The line and the newest event of it that is exported; no event: the present.
  private func exportedMoment(
    _ point: Point?
  ) throws(CommandFailure) -> (branch: EventID, sequence: EventID?) {
    if let point, point != .now {
      let place = try place(of: point)
      return (place.branch, place.sequence)
    }
    guard let past, point == nil else { return (store.timeline.lineage.branch, nil) }
    if past.isSupposed {
      throw CommandFailure("notAllowed", "What never was cannot be exported; “now” goes back.")
    }
    return (past.line.branch, past.position)
  }

  /// The profile and how to answer, as options of the other program.
  private func profileWords() throws(CommandFailure) -> [String] {
    guard let profile = store.log.directory else {
      throw CommandFailure(
        "notAllowed", "What is kept in memory cannot be reached by another program; use a profile.")
    }
    var words = ["--profile", profile]
    words += ["--failure-descriptor", "\(ExchangeProgram.failureDescriptor)"]
    if store.log.isReadOnly { words.append("--read-only") }
    let branch = store.timeline.lineage.branch
    if branch.exists { words += ["--branch", "\(branch.rawValue)"] }
    if printsJSON { words.append("--json") }
    return words
  }

  /// The time that a point means.
  private func milliseconds(of point: Point) throws(CommandFailure) -> Int64 {
    if case .time(let time) = point {
      return time.timestamp(now: presentation.now()).milliseconds
    }
    let position = try sequence(of: point)
    return try time(of: position, on: store.timeline.lineage)?.milliseconds ?? 0
  }
}

/// What `trail` works with.
extension Shell {
  /// A tab; one that was closed as well, by its id.
  func openOrClosedTab(_ reference: Reference?) throws(CommandFailure) -> Tab {
    if case .id(let id)? = reference, let id = EventID(id: id),
      browser(of: id).tab(id) == nil, let closed = browser(of: id).closedTab(id)
    {
      return closed
    }
    return try tab(reference)
  }

  func trailAnswer(_ tab: Tab) throws(CommandFailure) -> Answer {
    let trail = try trail(of: tab.id)
    let history = Set(tab.rows.map(\.entry))
    let current = tab.row?.entry ?? .nothing
    if printsJSON { return json(trail, current: current, history: history) }
    var lines: VisibleText = ""
    for place in trail.places {
      let line =
        bars(of: place) + text(of: place.page, isCurrent: place.page.entry == current, history)
      let cut = presentation.columns.map { line.truncated(toColumns: $0, mark: art.cut) }
      lines += (cut ?? line) + "\n"
    }
    return Answer(lines: lines)
  }

  private var art: LineArt { presentation.art }

  /// The columns at the left of a page; at most half the terminal, so that there is room for it.
  private func bars(of place: Trail.Place) -> VisibleText {
    let most = presentation.columns.map { max($0 / 4, 2) } ?? Self.mostBars
    guard place.depth > 0 else { return "" }
    let last = place.beginsBranch ? art.branch : art.bar
    guard place.depth > most else {
      return VisibleText(trusted: String(repeating: art.bar, count: place.depth - 1) + last)
    }
    return VisibleText(trusted: String(repeating: art.bar, count: most - 2) + art.gap + last)
  }

  private static let mostBars = 100

  private func text(
    of page: Trail.Page, isCurrent: Bool, _ history: Set<EventID>
  ) -> VisibleText {
    let dash = VisibleText(trusted: art.dash)
    var label: VisibleText =
      page.title.isEmpty ? VisibleText(page.url) : "\(page.title) \(dash) \(page.url)"
    if page.url == Destination.startPage { label = "Start page" }
    let isInHistory = history.contains(page.entry)
    let mark = VisibleText(trusted: isCurrent ? art.current : isInHistory ? art.kept : art.left)
    let number = style.apply(.dim, to: "#\(page.entry.rawValue)")
    if isCurrent {
      return style.apply(.green, .bold, to: mark) + " \(number) " + style.apply(.bold, to: label)
    }
    return "\(mark) \(number) " + (isInHistory ? label : style.apply(.dim, to: label))
  }

  private func json(_ trail: Trail, current: EventID, history: Set<EventID>) -> Answer {
    Answer { json in
      json.array("trail") { json in
        for page in trail.order.compactMap({ trail.pages[$0] }) {
          json.object { json in
            json.member("id", page.entry.rawValue)
            json.member("parent", page.parent.exists ? page.parent.rawValue : nil)
            json.member("url", page.url)
            json.member("title", page.title)
            json.member("current", page.entry == current)
            json.member("inHistory", history.contains(page.entry))
          }
        }
      }
    }
  }

  /// The tab's pages, and those that it was duplicated with.
  private func trail(of tab: EventID) throws(CommandFailure) -> Trail {
    let followed = try ancestry(of: tab)
    let isPrivate = tab.isPrivate
    let undone = undoneBatches(isPrivate: isPrivate)
    var trail = Trail()
    try visitLog(isPrivate: isPrivate, from: followed.last?.tab, backwards: false) {
      event, words in
      let isFollowed = followed.contains { way in
        event.concerns(way.tab)
          && event.sequence.rawValue.magnitude < way.until.rawValue.magnitude
      }
      if isFollowed, !undone.contains(event.batch) { trail.take(event, words: words) }
      return true
    }
    return trail
  }

  /// A tab, then what it is a duplicate of, and so on, each up to the moment of its duplication.
  private func ancestry(
    of tab: EventID
  ) throws(CommandFailure) -> [(tab: EventID, until: EventID)] {
    var ways = [(tab: tab, until: EventID(tab.isPrivate ? .min + 1 : .max))]
    var next: EventID? = tab
    while let current = next {
      next = nil
      try visitLog(isPrivate: current.isPrivate, from: current, through: current) { event, _ in
        if case .tab(.duplicated(let body)) = event.body {
          ways.append((body.source, current))
          next = body.source
        }
        return false
      }
    }
    return ways
  }
}
