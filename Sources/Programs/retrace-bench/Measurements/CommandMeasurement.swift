import BrowserModel
import Catalogue
import RetraceEventLog
import RetraceStore

/// Typical commands on a large profile, as complete processes.
struct CommandMeasurement {
  private let options: Options
  private let folder: WorkFolder
  private let fixture: Fixture
  private let program: String

  private static let tabs = 10_000
  private static let windows = 50
  private static let bookmarks = 20_000

  /// Commands that read or change a few things.
  private static let short = [
    "open https://example.com/a", "close 5", "reopen", "closed", "tab 7", "move 5 9", "pin 150",
    "tabs garden", "windows", "group 12 13 --title Bench", "go https://example.com/b", "back",
    "history", "resolve garden", "zoom 125", "zoom sites", "bookmark https://example.com/bench",
    "visits --limit 20", "visits --top --limit 20", "find garden", "find nothing-that-there-is",
    "complete tab garden", "log --limit 20", "undo", "redo", "diff -100", "why",
    "stats", "help open",
  ]
  /// Commands that read every event.
  private static let long = [
    "visits nothing-that-there-is", "log --kind tab.muted", "verify",
    "forget --site nothing.example --dry-run", "forget https://example.com/bench",
  ]
  /// Commands that fold every event.
  private static let folding = ["when tabs > 1000000"]
  /// Commands that print, copy or rewrite all data.
  private static let unbounded = ["tabs e", "bookmarks", "state", "compact"]

  init(_ options: Options, _ folder: WorkFolder) throws {
    program = try options.requireProgram()
    var options = options
    if !options.hasSize { (options.tabs, options.windows) = (Self.tabs, Self.windows) }
    self.options = options
    self.folder = folder
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let original = try fixture.copyProfile("furnished")
    try populate(original)
    let exported = try folder.fresh("command-files") + "/out.jsonl"
    let unbounded =
      Self.unbounded + ["export jsonl \(exported) --replace", "import \(exported) --dry-run"]
    let short = Self.short + ["show \(fixture.count / 2)"]
    let commands = short + Self.long + Self.folding + unbounded
    var samples = [Samples](repeating: Samples(), count: commands.count)
    var (opening, scan, fold) = (Samples(), Samples(), Samples())
    let floor = try Floor(try fixture.copyEnvironment("command-floor"))
    for _ in 0..<options.rounds {
      // Each round needs its own copy of the profile, because most commands fail if they are
      // repeated.
      let profile = try fixture.copyProfile("commands", of: original)
      opening.append(try ChildRun.time(Probe.arguments(.rawNewest, fixture.directory)) / 1e6)
      scan.append(try Clock.time { Blackhole.consume(try floor.scan()) } / 1e6)
      fold.append(try Clock.time { Blackhole.consume(try foldAll()) } / 1e6)
      for (place, command) in commands.enumerated() {
        samples[place].append(try ChildRun.time(words(command, profile)) / 1e6)
      }
    }
    let openFloor = Measurement.Floor(name: "liblmdb: open, last record", value: opening)
    let scanFloor = Measurement.Floor(name: "liblmdb: scan of all bytes", value: scan)
    let foldFloor = Measurement.Floor(name: "one thread: fold of all events", value: fold)
    let measurements = zip(commands, samples).map { command, samples in
      if short.contains(command) {
        Measurement(command, unit: "ms", samples, against: openFloor, goal: .value(50))
      } else if Self.long.contains(command) {
        Measurement(command, unit: "ms", samples, against: scanFloor, goal: .ratio(5))
      } else if Self.folding.contains(command) {
        Measurement(command, unit: "ms", samples, against: foldFloor, goal: .ratio(2))
      } else {
        Measurement(command, unit: "ms", samples, against: scanFloor)
      }
    }
    return Report(
      title: "commands: \(fixture.count) events, \(options.tabs) tabs, \(Self.bookmarks) bookmarks",
      explanation:
        "Each command in its own process. Commands that read every event are compared with a scan "
        + "of all bytes.\nCommands that print, copy or rewrite all data have no goal.",
      measurements: measurements)
  }

  /// Folds every event, without storing or reading any data.
  private func foldAll() throws -> Int {
    var browser = Browser()
    let log = try EventLog(profile: fixture.directory, access: .readOnly)
    try log.read { reader in
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

  /// Stores checkpoints, builds the indexes, and adds bookmarks up to the requested number.
  private func populate(_ profile: String) throws {
    let store = try Store(EventLog(profile: profile, access: .readWrite)) { 1_800_000_000_000 }
    let missing = try Self.bookmarks - store.readLibrary().bookmarks.count
    if missing > 0 {
      try store.append(by: Origin(.import)) { batch in
        for number in 0..<missing { try addBookmark(number, &batch) }
      }
    }
    Blackhole.consume(try store.pages(PageQuery()).count)
    if let match = WordMatch("garden") {
      Blackhole.consume(try store.hits(of: match).mayHaveBookmark ? 1 : 0)
    }
  }

  private func addBookmark(_ number: Int, _ batch: inout BatchWriter) throws {
    var words: ContiguousArray<UInt8> = []
    SyntheticText.appendAddress(number, to: &words)
    var body = BookmarkAdded()
    body.url = Text(start: 0, count: UInt32(words.count))
    SyntheticText.appendTitle(number, to: &words)
    body.title = Text(start: body.url.count, count: UInt32(words.count) - body.url.count)
    body.index = Int32(number)
    try batch.append(.bookmark(.added(body)), words: words)
  }
}
