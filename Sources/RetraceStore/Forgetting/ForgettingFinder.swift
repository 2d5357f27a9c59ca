internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Finds the text to remove from events, in two passes over the log.
///
/// The first pass finds the forgotten pages and bookmarks, and the text that led to them. The
/// second pass finds text about these pages and bookmarks, such as titles, and finds mentions in
/// other text. The search needs a few bytes of memory for each forgotten page and for each run of
/// events that lose text. If a list of the forgotten text was requested, the listed strings are
/// also in memory.
struct ForgettingFinder {
  private let request: ForgettingRequest
  private var scope: ForgettingScope { request.scope }
  private let matcher: PageMatcher?
  private let search: AddressSearch?
  private(set) var redactions = Redactions()
  private(set) var counts = ForgettingCounts()
  /// The lines that may be about forgotten things.
  private(set) var lines: TypedLineSearch
  /// The forgotten texts, or nil if no list was requested.
  private(set) var items: ForgettingList?
  /// The remaining texts that mention the site.
  private(set) var mentions = ForgettingList()
  /// The remaining traces of the forgotten pages. Nil if the request covers all such traces, or if
  /// they are reported as ``mentions``.
  private(set) var traces: RemainingTraces?
  /// The events whose pages are forgotten.
  private var pages = EventSet()
  /// The redactions of the second pass. The redactions of the first pass are queried during the
  /// second pass, so they must stay sorted.
  private var reported = Redactions()
  /// The forgotten bookmarks. All text that was ever set for these bookmarks is forgotten too.
  private var bookmarks: Set<BookmarkID> = []
  /// Whether another page of the same host remains, so that the zoom of the host is kept.
  private var keepsHost = false
  /// The tabs that show a forgotten page at the current position of the second pass.
  private var shown = ShownPages()

  /// Searches a log.
  ///
  /// - Parameters:
  ///   - request: The forget request.
  ///   - reader: The state of the log.
  ///   - bookmarks: The bookmarks of the newest state.
  ///   - lines: Lines that may be about forgotten things.
  ///   - listing: Whether to list the texts.
  ///   - progress: Receives the number of records read in both passes, and the total number.
  /// - Complexity: O(bytes of the log).
  static func find(
    _ request: ForgettingRequest, _ reader: borrowing Reader, _ bookmarks: Bookmarks,
    lines: [TypedLine] = [], listing: Bool = false,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> ForgettingFinder {
    let count = Int(clamping: try reader.newest())
    var finder = ForgettingFinder(request, lines)
    if listing { finder.items = ForgettingList() }
    let search = finder.search
    try visit(reader, from: 0, progress) { (bytes, sequence) in
      if search?.mayHold(bytes) ?? true {
        try finder.examinePage(item(bytes, at: sequence), reader)
      }
    }
    finder.redactions.sort()
    finder.pages.sort()
    if finder.hasReports {
      finder.bookmarks = Set(
        bookmarks.all.filter { bookmark in
          // A bookmark that keeps some text has lost only a mention of the page, for example in its
          // note.
          bookmark.kind == .bookmark
            && finder.redactions.kept(of: bookmark.url)?.isEmpty == true
        }.map(\.id))
      let hasSubjects = !finder.redactions.isEmpty
      try visit(reader, from: count, progress) { bytes, sequence in
        let mayMention = search?.mayHold(bytes) ?? false
        guard mayMention || hasSubjects else { return }
        let mayReport = finder.mayReport(bytes, at: sequence)
        if mayMention || mayReport {
          finder.examineReport(item(bytes, at: sequence))
        }
      }
      finder.redactions.add(finder.reported)
    }
    finder.counts.events = finder.redactions.count
    finder.counts.pages = finder.pages.count
    return finder
  }

  private init(_ request: ForgettingRequest, _ lines: [TypedLine]) {
    self.request = request
    matcher =
      switch request.scope {
      case .url(let url): PageMatcher(page: url)
      case .under(let url): PageMatcher(under: url)
      case .site(let host): PageMatcher(site: host)
      case .between, .tab, .written, .everything: nil
      }
    search = matcher.map { AddressSearch($0) }
    switch request.scope {
    case .url, .under, .between, .tab, .written: traces = RemainingTraces()
    case .site, .everything: traces = nil
    }
    self.lines = TypedLineSearch(lines, matcher)
  }

  /// Whether a second pass is needed. If everything is forgotten, nothing remains that could
  /// mention the forgotten pages.
  private var hasReports: Bool { scope != .everything }

  /// A record in the form in which both passes read it.
  private struct Item {
    let sequence: EventID
    /// The bytes of the record. Empty if the event could be decoded.
    let bytes: [UInt8]
    /// The event, or nil for a damaged record.
    let event: Event?
    let texts: EventTexts?
  }

  private static func visit(
    _ reader: borrowing Reader, from done: Int, _ progress: (Int, Int) -> Void,
    _ process: (RawSpan, EventID) throws -> Void
  ) throws {
    let count = Int(clamping: try reader.newest())
    try reader.scan { (number, bytes) in
      if number & 0x3ff == 0 { progress(done + Int(clamping: number), 2 * count) }
      try process(bytes, EventID(Int32(truncatingIfNeeded: number)))
      return true
    }
  }

  private static func item(_ record: RawSpan, at sequence: EventID) -> Item {
    do {
      let event = try EventDecoder.decode(record, sequence: sequence)
      let texts = EventTexts(event, words: EventWords(record))
      let isUnknown = if case .unknown = event.body { true } else { false }
      return Item(
        sequence: sequence, bytes: isUnknown ? record.copied : [],
        event: event, texts: texts)
    } catch {
      return Item(
        sequence: sequence, bytes: record.copied, event: nil, texts: nil)
    }
  }

  // MARK: The first pass

  private mutating func examinePage(
    _ item: Item, _ reader: borrowing Reader
  ) throws {
    guard let event = item.event, let texts = item.texts else { return redactDamaged(item) }
    guard !isNewer(event) else { return }
    switch event.body {
    case .session: return
    case .unknown: return redactUnknown(item)
    default: break
    }
    guard !texts.fields.isEmpty else { return }
    switch scope {
    case .everything: cover(event, texts)
    case .between(let first, let last):
      if event.sequence > first, event.sequence <= last { cover(event, texts) }
    case .written(let ranges):
      if ranges[event.device]?.contains(event.numberThere) == true { cover(event, texts) }
    case .tab(let tab):
      if event.isAboutPage(of: tab) { try coverPage(event, texts, reader) }
    case .url, .under, .site: try match(event, texts, reader)
    }
  }

  /// Whether an event is newer than the newest event that the request covers.
  private func isNewer(_ event: Event) -> Bool {
    request.newest[event.device].map { event.numberThere > $0 } ?? false
  }

  /// Removes all texts of an event in a range that the request covers. A setting that contains no
  /// addresses keeps its value.
  private mutating func cover(_ event: Event, _ texts: EventTexts) {
    if case .setting(let body) = event.body {
      guard body.name.holdsAddresses else { return }
    }
    if let url = texts["url"], event.isVisit {
      pages.insert(event.sequence)
      traces?.addForgotten(url: url)
    }
    redactions.add(event.sequence)
    note(event, texts)
  }

  /// Removes all texts of an event about a forgotten page, and of the search that led to the page.
  private mutating func coverPage(
    _ event: Event, _ texts: EventTexts, _ reader: borrowing Reader
  ) throws {
    if event.isVisit {
      pages.insert(event.sequence)
      if let url = texts["url"] { traces?.addForgotten(url: url) }
    }
    redactions.add(event.sequence)
    note(event, texts)
    guard case .navigation(.committed(let body)) = event.body, body.parent.exists,
      let search = try Self.search(body.parent.event, reader)
    else { return }
    // The search that led to the page.
    pages.insert(body.parent.event)
    redactions.add(body.parent.event)
    note(search.event, search.texts)
  }

  private static func search(
    _ sequence: EventID, _ reader: borrowing Reader
  ) throws -> (event: Event, texts: EventTexts)? {
    let found = try reader.withRecord(at: UInt64(sequence.rawValue)) {
      (bytes) throws in Self.item(bytes, at: sequence)
    }
    guard let item = found, let event = item.event, let texts = item.texts,
      texts["search_words"] != nil
    else { return nil }
    return (event, texts)
  }

  /// Removes all texts of an event about a matching page, or the addresses in the texts of another
  /// event.
  private mutating func match(
    _ event: Event, _ texts: EventTexts, _ reader: borrowing Reader
  ) throws {
    guard let matcher, let search else { return }
    if let url = texts["url"] {
      if matcher.matches(url: url) { return try coverPage(event, texts, reader) }
      if let host = matcher.host, host == BrowserModel.host(ofURL: url).map({ String($0) }) {
        keepsHost = true
      }
    }
    if case .value = event.body {
      // The program that set the value could not use parts of it.
      let isMentioned = texts.fields.contains { field in
        field.name == "value" && !search.ranges(in: field.words, .words(withNames: true)).isEmpty
      }
      if isMentioned {
        redactions.add(event.sequence)
        note(event, texts)
      }
      return
    }
    var losses = TextLosses(texts)
    if let chain = losses.field("redirects") {
      let steps = chain.linesToCut { step in
        matcher.matches(url: step) ? nil : search.ranges(in: step, .url)
      }
      losses.cut(steps.ranges, of: chain)
      // The typed text led to the forgotten redirect.
      if steps.hasWhole {
        for name in ["input", "reason", "search_words"] { losses.drop(name) }
      }
    }
    if let host = texts["host"], matcher.matches(host: host) { losses.drop("host") }
    if let url = losses.field("url") {
      losses.cut(search.ranges(in: url.words, .url), of: url)
    }
    for name in ["input", "reason", "search_words", "note"] {
      guard let field = losses.field(name) else { continue }
      losses.cut(search.ranges(in: field.words, .words(withNames: true)), of: field)
    }
    if event.body.namesTabs, let title = losses.field("title") {
      losses.cut(search.ranges(in: title.words, .words(withNames: true)), of: title)
    }
    if let value = losses.field("value") {
      // In the list of search engines, each engine is one word with its template.
      let ranges = search.ranges(in: value.words, .words(withNames: true))
      losses.cut(value.wordsAround(ranges), of: value)
    }
    process(losses, of: event)
  }

  private mutating func process(_ losses: TextLosses, of event: Event) {
    guard !losses.isEmpty else { return }
    redactions.add(event.sequence, keeping: losses.kept, cutting: losses.cuts)
    for field in losses.fields { note(field, of: event, isPart: true) }
  }

  // MARK: Undecodable records

  /// Whether a record that cannot be decoded is forgotten. Such a record loses all its content.
  private func isInScope(_ item: Item) -> Bool {
    switch scope {
    case .everything: true
    case .between(let first, let last): item.sequence > first && item.sequence <= last
    case .written(let ranges): ranges[0]?.contains(item.sequence) ?? false
    case .tab: false
    case .url, .under, .site: matcher?.isMentioned(in: item.bytes) ?? false
    }
  }

  private mutating func redactDamaged(_ item: Item) {
    guard isInScope(item) else { return }
    counts.damaged += 1
    redactions.add(item.sequence)
  }

  private mutating func redactUnknown(_ item: Item) {
    guard isInScope(item) else { return }
    counts.unknown += 1
    redactions.add(item.sequence)
  }

  // MARK: The second pass

  private mutating func examineReport(_ item: Item) {
    guard let event = item.event, let texts = item.texts, !texts.fields.isEmpty else { return }
    if case .unknown = event.body { return }
    guard !isNewer(event) else { return }
    if isReport(event, texts) {
      reported.add(event.sequence)
      if redactions.kept(of: event.sequence) == nil { note(event, texts) }
    } else {
      examineMentions(event, texts)
    }
  }

  /// Whether a record may be about a forgotten page or bookmark, regardless of its text.
  private mutating func mayReport(_ bytes: RawSpan, at sequence: EventID) -> Bool {
    do {
      let event = try EventDecoder.decode(bytes, sequence: sequence)
      if let (tab, page) = ShownPages.brought(by: event) { shown.note(tab, isForgotten(page)) }
      if traces != nil, event.isVisit, redactions.kept(of: sequence) == nil,
        let url = try EventDecoder.text(.url, in: bytes, sequence: sequence)
      {
        traces?.addVisit(url: url)
      }
      return isReport(event)
    } catch {
      return false  // It is damaged; the first pass has decided about it.
    }
  }

  /// Whether the page of an event is forgotten.
  private func isForgotten(_ event: EventID) -> Bool {
    pages.contains(event) || redactions.kept(of: event)?.isEmpty == true
  }

  /// Whether an event is about a forgotten page or bookmark.
  private func isReport(_ event: Event) -> Bool {
    switch event.body {
    case .page(.titled(let body)): pages.contains(body.content)
    case .page(.pictured(let body)): pages.contains(body.content)
    case .bookmark(.added): bookmarks.contains(BookmarkID(event.sequence))
    case .bookmark(.edited(let body)): bookmarks.contains(body.bookmark)
    case .navigation(.failed): shown.isFailure(event)
    default: false
    }
  }

  private func isReport(_ event: Event, _ texts: EventTexts) -> Bool {
    switch event.body {
    case .zoom(.siteSet):
      // The zoom of a page's host is removed with its last page.
      switch scope {
      case .url, .under: !keepsHost && texts["host"] == matcher?.host
      case .site, .between, .tab, .written, .everything: false
      }
    default: isReport(event)
    }
  }

  /// Removes the forgotten addresses, and the site's name if requested, from the titles and names
  /// of other things.
  private mutating func examineMentions(_ event: Event, _ texts: EventTexts) {
    guard let search else { return }
    if case .value = event.body { return }
    var losses = TextLosses(texts, kept: redactions.kept(of: event.sequence))
    for name in ["title", "tags", "keyword", "name", EventTexts.batchName] {
      guard let field = losses.field(name) else { continue }
      if event.body.namesTabs { continue }
      let named = search.ranges(in: field.words, .words(withNames: true))
      guard !named.isEmpty else { continue }
      let plain = search.ranges(in: field.words, .words(withNames: false))
      let taken = request.includesMentions || matcher?.isSite == false ? named : plain
      switch name {
      case "title": losses.cut(taken, of: field)
      case "tags": losses.cut(field.linesAround(taken), of: field)
      default: if !taken.isEmpty { losses.drop(name) }
      }
      if taken != named, let kind = Self.kind(of: field.name, in: event) {
        mentions.add(ForgettingItem(kind, field.words))
      }
    }
    guard !losses.isEmpty else { return }
    reported.add(event.sequence, keeping: losses.kept, cutting: losses.cuts)
    for field in losses.fields { note(field, of: event, isPart: true) }
  }

  // MARK: Kinds of text

  private mutating func note(_ event: Event, _ texts: EventTexts) {
    for field in texts.fields { note(field, of: event, isPart: false) }
  }

  /// Adds a removed text to the list, and finds typed lines that refer to the text.
  ///
  /// - Parameter isPart: Whether only part of the text is removed.
  private mutating func note(_ field: EventTexts.Field, of event: Event, isPart: Bool) {
    // Mentions of a site were found in the lines themselves.
    if !isPart { lines.process(field.words) }
    guard var kind = Self.kind(of: field.name, in: event), !field.words.isEmpty else { return }
    if isPart, kind == .page { kind = .address }
    counts.strings[kind, default: 0] += 1
    guard items != nil else { return }
    for text in kind == .tag ? field.words.split(separator: "\n").map(String.init) : [field.words] {
      items?.add(ForgettingItem(kind, text))
    }
  }

  /// Returns the kind of a text, based on its field and event, or nil for a text that is not
  /// listed.
  private static func kind(of name: String, in event: Event) -> ForgettingItem.Kind? {
    switch (name, event.body) {
    case ("url", .bookmark): .bookmark
    case ("url", _): .page
    case ("title", .group): .group
    case ("title", .window): .window
    case ("title", .bookmark(.added(let body))) where body.kind == .folder: .folder
    case ("title", .bookmark): .title
    case ("title", _): .title
    case ("redirects", _): .page
    case ("input", _), ("search_words", _): .typed
    case ("host", _): .zoom
    case ("tags", _): .tag
    case ("keyword", _): .keyword
    case ("note", _): .note
    case ("value", .value): .value
    case ("value", _): .setting
    case ("name", .time(.branched)): .branch
    case ("name", .time(.proposed)): .proposal
    case ("name", .time): .mark
    case (EventTexts.batchName, _): .action
    default: nil
    }
  }
}

extension Body {
  /// Whether the event's title is the name of a group or a window, which users choose based on the
  /// tabs in it.
  fileprivate var namesTabs: Bool {
    switch self {
    case .group, .window(.named): true
    default: false
    }
  }
}
