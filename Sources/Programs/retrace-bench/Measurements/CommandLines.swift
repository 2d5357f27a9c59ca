import BrowserModel
import Glibc

/// A line or two for each command, in an order in which each finds what it needs.
struct CommandLines {
  /// How much of a profile a line has to look at.
  enum Extent {
    /// A few things: what a person waits for.
    case some
    /// Every event, without a state.
    case log
    /// The state after every event, or after half of them.
    case fold
    /// Every event, and it prints or writes as much.
    case everything
  }

  struct Line {
    var text: String
    var extent: Extent
  }

  private let files: String
  /// What is done once, before anything is measured.
  let preparing = [
    "mark bench", "branch bench-branch -1000", "set homePage https://home.example/",
    "window 1", "tab 3",
  ]
  let all: [Line]

  /// What needs a browser, another device, another terminal or an empty folder is tried by other means; who goes
  /// over to a branch stays in the console, which a command of its own does not.
  private static let untriable = [
    "record", "replay", "switch", "sync", "take", "send", "serve", "backup", "recover",
  ]

  /// - Parameters:
  ///   - bookmark: A bookmark of the profile.
  ///   - event: An event of its line, of long ago.
  ///   - files: Where the files are that some lines name.
  init(bookmark: BookmarkID, event: EventID, files: String) {
    self.files = files
    let log = """
      import \(files)/links.md
      visits nothing-that-there-is
      log --kind tab.muted
      trail
      verify
      forget --site nothing.example --dry-run
      """
    let everything = """
      tabs e
      bookmarks
      bookmarks garden
      state
      diff start
      export csv \(files)/out.csv --replace
      export jsonl \(files)/out.jsonl --replace
      forget https://example.com/bench
      compact
      """
    all =
      Self.lines(Self.strip(files), .some) + Self.lines(Self.rest(bookmark, files), .some)
      + Self.lines(log, .log) + Self.lines(Self.folds(event), .fold)
      + Self.lines(everything, .everything)
  }

  /// What folds the log, or half of it.
  private static func folds(_ event: EventID) -> String {
    """
    when tabs > 1000000
    whatif --skip #\(event.rawValue) tabs
    """
  }

  /// What is done with windows, tabs and pages.
  private static func strip(_ files: String) -> String {
    """
    open https://example.com/a
    close 5
    reopen
    closed
    tab 7
    next
    previous
    move 5 9
    duplicate 6
    pin 150
    unpin 1
    mute 4
    unmute 4
    tabs
    tabs garden
    windows
    window new
    window close
    window 2
    window 1
    group 12 13 --title Bench
    groups
    collapse 1
    expand 1
    ungroup 12 13
    discard 15
    go https://example.com/b
    go garden words
    follow https://example.com/c
    back
    forward
    travel -1
    reload
    page start https://example.com/stopped --tab 3
    stop 3
    home
    history
    address
    resolve garden
    page start https://example.com/started --tab 3
    page redirect https://example.com/redirected --tab 3
    page start https://example.com/committed --tab 3
    page commit --tab 3
    page title Bench --tab 3
    page loaded --tab 3
    page push /pushed --tab 3
    page replace /replaced --tab 3
    page location /located --tab 3
    page scroll 0 100 --tab 3
    page thumbnail \(files)/picture.gif --tab 3
    page activated --tab 3
    page start https://example.com/failing --tab 3
    page failed nowhere --tab 3
    """
  }

  /// What is done with all else.
  private static func rest(_ bookmark: BookmarkID, _ files: String) -> String {
    """
    zoom
    zoom 125
    zoom in
    zoom out
    zoom reset
    zoom default 110
    zoom default 100
    zoom sites
    zoom why
    bookmark https://example.com/bench
    bookmark edit #\(bookmark.rawValue) --title Bench
    bookmark move #\(bookmark.rawValue) --folder / --position 2
    bookmark move #\(bookmark.rawValue) --folder / --position 1
    bookmark open #\(bookmark.rawValue)
    bookmark remove 1 --all
    folder Bench/Folder
    visits --limit 20
    visits --top --limit 20
    find garden
    find nothing-that-there-is
    devices
    alias bench = tabs
    color
    complete tab garden
    log --limit 20
    show 500000
    show now
    mark bench
    marks
    branch bench-branch --hide
    branches
    at 500000
    now
    step -1
    undo
    redo
    undo --dry-run
    diff -100
    diff 500000 500100
    why
    close 8
    restore -1 --tabs
    stats
    set
    set homePage https://other.example/
    set homePage https://home.example/
    help
    help open
    completions bash
    source \(files)/script
    quit
    """
  }

  private static func lines(_ text: String, _ extent: Extent) -> [Line] {
    text.split(separator: "\n").map { Line(text: String($0), extent: extent) }
  }

  /// The commands that no line begins with.
  func untried(among names: [String]) -> [String] {
    names.filter { name in
      !Self.untriable.contains { name == $0 || name.hasPrefix($0 + " ") }
        && !all.contains { $0.text == name || $0.text.hasPrefix(name + " ") }
    }
  }

  /// Writes the files that some lines name.
  func writeFiles() throws(BenchFailure) {
    try write("picture.gif", "GIF89a")
    try write("script", "tabs\nwindows\n")
    try write("links.md", "- [Bench](https://example.com/imported)\n")
  }

  private func write(_ name: String, _ text: String) throws(BenchFailure) {
    try WorkFolder.write(Array(text.utf8), to: files + "/" + name)
  }
}
