internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Converts the items of another program to events, one item at a time.
struct Importer {
  private let options: ImportOptions
  private let browser: Browser
  private let sites: [String: (site: EventID, level: ZoomLevel)]
  private var known: KnownItems
  private var bookmarks: BookmarkImporter
  private(set) var report = ImportReport()

  /// Creates an importer for the newest state of a store.
  ///
  /// - Complexity: O(events).
  init(_ options: ImportOptions, _ store: Store) throws {
    let browser = store.browser
    self.options = options
    self.browser = browser
    known = try KnownItems(store)
    sites = try store.read { words in
      var sites: [String: (site: EventID, level: ZoomLevel)] = [:]
      for site in browser.zoom.sites.named {
        guard let host = words.text(.host, of: site.name), sites[host] == nil else { continue }
        sites[host] = (site.name, site.level)
      }
      return sites
    }
    bookmarks = BookmarkImporter(try store.readLibrary().bookmarks)
  }

  /// Opens or creates the folder for imported bookmarks.
  mutating func begin(_ batch: inout BatchWriter) throws {
    for title in options.folder {
      try bookmarks.begin(PortableBookmark(.folder, title: title), &known, &report, &batch)
    }
    // The folders of the path are not counted.
    report = ImportReport()
  }

  mutating func consume(_ item: PortableItem, _ batch: inout BatchWriter) throws {
    switch item {
    case .bookmark(var bookmark):
      guard isWanted(&bookmark) else { return }
      try bookmarks.consume(bookmark, &known, &report, &batch)
    case .folderBegan(var folder):
      if folder.title.isTooLong { folder.title = folder.title.shortened }
      if folder.note.isTooLong { folder.note = folder.note.shortened }
      try bookmarks.begin(folder, &known, &report, &batch)
    case .folderEnded: bookmarks.end()
    case .visit(let visit): try consume(visit, &batch)
    case .zoom(let host, let hundredths): try zoom(host, hundredths, &batch)
    case .session(let session):
      var importer = SessionImporter(limit: browser.settings.historyLimit)
      try importer.consume(
        session.parsed(&report), focus: browser.focusedWindow, &known, &report, &batch)
    case .leftOut(let kind, let count): report.leftOut[kind, default: 0] += count
    case .problem(let sentence): report.add(problem: sentence)
    case .announced: break
    }
  }

  // MARK: Bookmarks and visits

  /// Whether a bookmark should be imported. Parses its address.
  private mutating func isWanted(_ bookmark: inout PortableBookmark) -> Bool {
    guard options.isInPeriod(bookmark.milliseconds) else { return false }
    guard bookmark.kind == .bookmark else { return true }
    let name = bookmark.title.isEmpty ? bookmark.url : bookmark.title
    if bookmark.url.isEmpty {
      report.add(problem: "The bookmark “\(name.shortened)” has no address.")
    } else if bookmark.url.isTooLong || bookmark.title.isTooLong || bookmark.note.isTooLong {
      report.add(
        problem: "The bookmark “\(name.shortened)” is too long to store. The limit is 2 MiB.")
    } else if let url = ImportedAddress.template(bookmark.url), !url.isTooLong {
      bookmark.url = url
      return true
    } else {
      report.add(
        problem: "The bookmark “\(name.shortened)” was left out: “\(bookmark.url.shortened)” is "
          + "not an address.")
    }
    return false
  }

  private mutating func consume(
    _ visit: PortableVisit, _ batch: inout BatchWriter
  ) throws {
    guard options.isInPeriod(visit.milliseconds) else { return }
    var visit = visit
    guard !visit.url.isTooLong, !visit.title.isTooLong,
      let url = ImportedAddress.parsed(visit.url), !url.isTooLong
    else {
      let name = visit.url.shortened
      report.add(
        problem: "A visit of “\(name)” cannot be stored: the address is invalid or too long.")
      return
    }
    visit.url = url
    guard try known.isNew(visit) else {
      report.counts.known += 1
      return
    }
    var words = Draft()
    var body = PageVisited()
    body.transition = visit.transition
    body.url = words.text(visit.url)
    if !visit.title.isEmpty { body.title = words.text(visit.title) }
    try batch.append(.page(.visited(body)), occurred: visit.milliseconds, words: words.bytes)
    report.counts.visits += 1
  }

  private mutating func zoom(
    _ host: String, _ hundredths: Int, _ batch: inout BatchWriter
  ) throws {
    let level = ZoomLevel(hundredths: UInt16(clamping: hundredths))
    guard ZoomLevel.allowed.contains(level), !host.isEmpty else {
      report.add(problem: "The zoom of “\(host.shortened)” is outside the range of 25 to 500 %.")
      return
    }
    guard sites[host]?.level != level, level != browser.zoom.default else {
      report.counts.known += 1
      return
    }
    var words = Draft()
    var body = SiteZoomSet()
    body.level = level
    if let site = sites[host]?.site { body.site = site } else { body.host = words.text(host) }
    try batch.append(.zoom(.siteSet(body)), words: words.bytes)
    report.counts.sites += 1
  }
}

extension String {
  /// Whether the text exceeds the maximum of 2 MiB.
  var isTooLong: Bool { utf8.count > 2 << 20 }

  /// The beginning of the text, for use in a sentence.
  var shortened: String { count <= 60 ? self : "\(prefix(59))…" }
}
