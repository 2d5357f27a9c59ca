internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Commands about visited pages.
enum VisitCommands {
  static let all: [ConsoleCommand] = [visits]

  private static let visits = CommandCatalogue.command(
    CommandDeclaration(
      "visits", in: .pastPages, .reads, "list the pages that were visited, newest first",
      takes: [.optional("words", .words)],
      options: [
        .value("since", "POINT", .point, "only visits after this moment"),
        .value("until", "POINT", .point, "only visits up to this moment"),
        .value("limit", letter: "n", "N", .positive, "at most N visits or pages (50)"),
        .flag("top", "list each page once, ranked by how often and how recently it was visited"),
      ],
      exclusive: [["since", "top"], ["until", "top"]],
      answers: listMembers.shape,
      examples: [
        .init("visits rust book", "find a page by words in its URL or title"),
        .init("visits --top --limit 10", "list the ten highest-ranked pages"),
        .init("visits --since yesterday", "list the visits since the start of yesterday"),
      ])
  ) { context, arguments throws in
    let limit = arguments.integer("limit") ?? 50
    let end = context.offset.sumOrMax(limit)
    if arguments.has("top") {
      let pages = try topPages(
        matching: arguments.text("words"), limit: end.successorOrMax, in: context)
      return context.part(
        try pagesAnswer(Array(pages.dropFirst(context.offset)), limit: limit, in: context),
        next: pages.count > end ? end : nil)
    }
    let since = try arguments.point("since").map { point in
      try context.sequence(of: point)
    }
    let until = try arguments.point("until").map { point in
      try context.sequence(of: point)
    }
    let visits = try visits(
      matching: arguments.text("words"), after: since, until: until, limit: end.successorOrMax,
      in: context)
    return context.part(
      try visitsAnswer(Array(visits.dropFirst(context.offset)), limit: limit, in: context),
      next: visits.count > end ? end : nil)
  }

  private static let listMembers = AnswerMembers<[ListedVisit]>(list: "visits") { visit in
    visit.member("id", "the event of the visit") { $0.id }
    visit.member("time") { $0.time }
    visit.member("url") { $0.url }
    visit.member("title") { $0.title }
    visit.optional("device", "the number of the device, if it was another device") { $0.device }
    visit.optional("visits", "with --top, the number of visits of the page") { $0.visits }
    visit.optional("lastVisit", "with --top, the same as “id”") { $0.visits == nil ? nil : $0.id }
  }

  /// Returns the visits to pages whose URL or title contains all words, newest first.
  ///
  /// - Parameters:
  ///   - after: Only visits after this event.
  ///   - until: Only visits up to this event.
  /// - Complexity: O(events read). An index of pages would not help, because every visit is listed.
  private static func visits(
    matching text: String?, after: EventID? = nil, until: EventID? = nil, limit: Int,
    in context: CommandContext
  ) throws -> [Visit] {
    let wanted = [SearchPattern](wordsOf: text ?? "")
    var visits: [Visit] = []
    // Events are read newest first, so the title of a page is read before the page.
    var titles: [EventID: SeenTitle] = [:]
    try context.visitShownEvents(
      isPrivate: context.isPrivate && until == nil, from: after.map { $0.advanced(by: 1) },
      through: until
    ) { event, words in
      switch event.body {
      case .page(.titled(let body)):
        if titles[body.content] == nil {
          titles[body.content] = SeenTitle(event.sequence, body.title, words, wanted)
        }
      case .page(.visited(let body)):
        titles[event.sequence] = SeenTitle(event.sequence, body.title, words, wanted)
      default: break
      }
      let url = event.visitedURL
      // A forgotten URL is present but empty.
      guard url.isPresent, url.count > 0 else { return true }
      let title = titles.removeValue(forKey: event.sequence)
      let matches = words.withBytes(of: url) { url in
        isVisitable(url)
          && wanted.allSatisfy { $0.isIn(url) || title?.text.map($0.isIn(_:)) ?? false }
      }
      guard matches else { return true }
      visits.append(
        Visit(
          event: event.sequence, milliseconds: event.happenedMilliseconds, url: words(url),
          title: title?.text ?? "", device: event.device, titleEvent: title?.event ?? .nothing))
      return visits.count < limit
    }
    return try context.read { words in visits.map { $0.titled(words) } }
  }

  /// Returns the answer that lists visits.
  private static func visitsAnswer(
    _ all: [Visit], limit: Int, in context: CommandContext
  ) throws -> Answer {
    let visits = all.prefix(limit)
    let names = try context.deviceNames()
    if context.printsJSON {
      return Answer(json: visits.map { .init($0, names) }, listMembers)
    }
    var table = Table([.left, .left, .left, .left])
    for visit in visits {
      let time = Timestamp(milliseconds: visit.milliseconds).shortText(
        now: context.presentation.now())
      table.add([
        context.style.apply(.dim, to: "#\(visit.event.rawValue)"), SafeText(time),
        visit.device == 0 ? "" : "on \(names[visit.device])",
        context.label(title: visit.title, url: visit.url),
      ])
    }
    return answer(table, visits.count, isCut: all.count > limit, in: context)
  }

  private static func answer(
    _ table: Table, _ count: Int, isCut: Bool, in context: CommandContext
  ) -> Answer {
    guard !table.isEmpty else { return Answer("No page matches.") }
    let note = isCut ? context.cutNote(count, of: nil) : ""
    return Answer(lines: table.text(width: context.presentation.columns) + note)
  }

  /// Returns the pages with the highest ranks that contain all words in their URL or title.
  private static func topPages(
    matching text: String?, limit: Int, in context: CommandContext
  ) throws -> [Page] {
    let wanted = [SearchPattern](wordsOf: text ?? "")
    var query = PageQuery()
    query.limit = limit
    query.isPrivate = context.isPrivate
    query.last = context.past?.position
    if wanted.isEmpty { return try context.pages(query) }
    query.limit = .max
    return Array(
      try context.pages(query).lazy.filter { wanted.areIn([$0.title, $0.url]) }.prefix(limit))
  }

  /// Returns a list of pages, each with its newest visit.
  private static func pagesAnswer(
    _ all: [Page], limit: Int, in context: CommandContext
  ) throws -> Answer {
    let pages = all.prefix(limit)
    if context.printsJSON {
      let times = try times(of: pages.map(\.newestVisit), in: context)
      return Answer(json: pages.map { .init($0, time: times[$0.newestVisit]) }, listMembers)
    }
    var table = Table([.right, .left, .left])
    for page in pages {
      table.add([
        SafeText(page.visitCount.grouped) + " ×",
        context.style.apply(.dim, to: "#\(page.newestVisit.rawValue)"),
        context.label(title: page.title, url: page.url),
      ])
    }
    return answer(table, pages.count, isCut: all.count > limit, in: context)
  }

  /// Returns the times of visits, by their events.
  private static func times(
    of visits: [EventID], in context: CommandContext
  ) throws -> [EventID: Timestamp] {
    var times: [EventID: Timestamp] = [:]
    for visit in visits {
      try context.visitEventsOfAllLines(
        isPrivate: visit.isPrivate, from: visit, through: visit
      ) { event, _ in
        times[visit] = Timestamp(milliseconds: event.happenedMilliseconds)
        return false
      }
    }
    return times
  }
}

/// A title that was read before its page. The text is stored only if it contains one of the words.
/// Other titles are read again when their page is shown, so that a long log requires little memory.
private struct SeenTitle {
  let event: EventID
  let text: String?

  init(_ event: EventID, _ title: Text, _ words: EventWords, _ wanted: [SearchPattern]) {
    self.event = event
    let isWanted = words.withBytes(of: title) { title in wanted.contains { $0.isIn(title) } }
    text = isWanted ? words(title) : nil
  }
}

/// A visit, or a page with its newest visit, as JSON.
private struct ListedVisit {
  let id: EventID
  let time: Timestamp?
  let url: String
  let title: String
  /// The number of the device that visited the page, or nil for this device.
  let device: Int?
  /// The number of visits of a page, or nil for a single visit.
  let visits: Int?

  init(_ visit: Visit, _ names: DeviceNames) {
    id = visit.event
    time = Timestamp(milliseconds: visit.milliseconds)
    url = visit.url
    title = visit.title
    device = visit.device == 0 ? nil : names.ordinal(of: visit.device)
    visits = nil
  }

  init(_ page: Page, time: Timestamp?) {
    id = page.newestVisit
    self.time = time
    url = page.url
    title = page.title
    device = nil
    visits = page.visitCount
  }
}
