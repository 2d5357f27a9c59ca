import BrowserModel
import Catalogue
import RetraceEventLog
import RetraceStore

/// Every command of the console on a large profile, as whole processes.
struct CommandMeasurement {
  private let options: Options
  private let folder: WorkFolder
  private let fixture: Fixture
  private let program: String

  private static let tabs = 10_000
  private static let windows = 50
  private static let bookmarks = 20_000
  /// What nobody should notice.
  private static let goal = 50.0
  /// What reads the whole log may take so many times as long as a scan of its bytes.
  private static let ratio = 5.0
  /// What needs the state after every event may take so many times as long as one thread that folds.
  private static let foldRatio = 2.0

  init(_ options: Options, _ folder: WorkFolder) throws(BenchFailure) {
    guard let program = options.program else {
      throw BenchFailure(message: "`commands` needs --program, the path of retrace.")
    }
    var options = options
    if !options.hasSize {
      options.tabs = Self.tabs
      options.windows = Self.windows
    }
    self.program = program
    self.options = options
    self.folder = folder
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let original = try fixture.copyProfile("furnished")
    let things = try furnish(original)
    let lines = CommandLines(
      bookmark: things.bookmark, event: EventID(Int32(clamping: fixture.count / 2)),
      files: try folder.fresh("command-files"))
    let untried = lines.untried(among: CommandCatalogue.commandNames)
    guard untried.isEmpty else {
      throw BenchFailure(
        message: "No line tries these commands: \(untried.joined(separator: ", ")).")
    }
    try lines.writeFiles()
    for line in lines.preparing { _ = try ChildRun.attempt(words(line, original)) }
    var samples = [Samples](repeating: Samples(), count: lines.all.count)
    var (openings, scan, fold) = (Samples(), Samples(), Samples())
    let floor = try Floor(try fixture.copyEnvironment("command-floor"))
    for _ in 0..<options.rounds {
      // What a round has done would be refused the second time.
      let profile = try fixture.copyProfile("commands", of: original)
      openings.append(
        try ChildRun.time(Probe.arguments(.rawNewest, fixture.directory)) / 1e6)
      scan.append(try Clock.time { Unneeded.take(try floor.scan()) } / 1e6)
      fold.append(try Clock.time { Unneeded.take(try foldAll()) } / 1e6)
      for (place, line) in lines.all.enumerated() {
        let (nanoseconds, isDone) = try ChildRun.attempt(words(line.text, profile))
        samples[place].append(nanoseconds / 1e6)
        guard isDone else {
          throw BenchFailure(message: "“\(line.text)” was refused, and a refusal measures nothing.")
        }
      }
    }
    return report(lines, samples, (openings, scan, fold), things)
  }

  /// Folds every event, with nothing kept or looked at.
  private func foldAll() throws -> Int {
    var browser = Browser()
    let log = try EventLog(profile: fixture.directory, access: .readOnly)
    try log.read { (reader) throws(LogFailure) in
      try reader.visitEvents(
        from: EventID(1), through: EventID(Int32(fixture.count)), backwards: false,
        damaged: { _ in },
        { event, _ in
          browser.apply(event)
          return true
        })
    }
    return browser.tabCount
  }

  private func words(_ line: String, _ profile: String) -> [String] {
    [program, "--profile", profile, "--yes"] + line.split(separator: " ").map(String.init)
  }

  // MARK: The profile

  /// What there is of a profile.
  private struct Things {
    var bookmark: BookmarkID
    var bookmarkCount: Int
    var tabCount: Int
  }

  /// Keeps the states of a profile, makes its indexes, and gives it as many bookmarks as are wanted.
  private func furnish(_ profile: String) throws -> Things {
    let store = try Store(EventLog(profile: profile, access: .readWrite)) { 1_800_000_000_000 }
    let missing = try Self.bookmarks - store.readLibrary().bookmarks.count
    if missing > 0 {
      try store.append(by: Origin(.import)) { batch in
        for number in 0..<missing { try addBookmark(number, &batch) }
      }
    }
    Unneeded.take(try store.pages(PageQuery()).count)
    if let match = WordMatch("garden") {
      Unneeded.take(try store.hits(of: match).mayHaveBookmark ? 1 : 0)
    }
    let state = try store.readState()
    let browser = state.browser
    let bookmark = state.library.bookmarks.all.first { $0.kind == .bookmark }
    return Things(
      bookmark: bookmark?.id ?? .nothing, bookmarkCount: state.library.bookmarks.count,
      tabCount: browser.tabCount)
  }

  private func addBookmark(_ number: Int, _ batch: inout BatchWriter) throws(LogFailure) {
    var words: ContiguousArray<UInt8> = []
    MadeUpText.appendAddress(number, to: &words)
    var body = BookmarkAdded()
    body.url = Text(start: 0, count: UInt32(words.count))
    MadeUpText.appendTitle(number, to: &words)
    body.title = Text(start: body.url.count, count: UInt32(words.count) - body.url.count)
    body.index = Int32(number)
    try batch.append(.bookmark(.added(body)), words: words)
  }

  // MARK: The report

  private func report(
    _ lines: CommandLines, _ samples: [Samples],
    _ floors: (openings: Samples, scan: Samples, fold: Samples), _ things: Things
  ) -> Report {
    let opening = Measurement.Floor(name: "liblmdb: open, last record", value: floors.openings)
    let scanning = Measurement.Floor(name: "liblmdb: scan of all bytes", value: floors.scan)
    let folding = Measurement.Floor(name: "one thread: fold of all events", value: floors.fold)
    let measurements = zip(lines.all, samples).map { line, samples in
      switch line.extent {
      case .some:
        Measurement(line.text, unit: "ms", samples, against: opening, goal: .value(Self.goal))
      case .log:
        Measurement(line.text, unit: "ms", samples, against: scanning, goal: .ratio(Self.ratio))
      case .fold:
        Measurement(line.text, unit: "ms", samples, against: folding, goal: .ratio(Self.foldRatio))
      case .everything: Measurement(line.text, unit: "ms", samples, against: scanning)
      }
    }
    return Report(
      title: "commands: \(fixture.count) events, \(things.tabCount) tabs, "
        + "\(things.bookmarkCount) bookmarks",
      explanation:
        "Each command in a process of its own, from its start until its end was seen. What reads "
        + "the whole log has a goal beside\na scan of its bytes, what folds it beside a fold; what "
        + "prints, copies or rewrites everything has none.",
      measurements: measurements)
  }
}
