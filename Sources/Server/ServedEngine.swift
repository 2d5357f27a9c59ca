internal import BrowserModel
internal import Catalogue
internal import EngineDialogue
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The views of a program that shows pages: the commands that make them show the state of the
/// model, and the events with which the model follows them (`EngineDriver`).
///
/// It shows the present of the program's branch, even while the program shows the past.
struct ServedEngine {
  private var driver = EngineDriver()
  /// The visible tabs, or nil for the active tab of every window.
  private let shown: [TabID]?

  /// - Parameter former: The previous engine of the program, whose views are kept.
  init(showing shown: [TabID]?, after former: ServedEngine?) {
    self.shown = shown
    if let former { driver = former.driver }
  }

  /// The current commands for the views; empty if they show the state of the model.
  mutating func commands(in store: Store) throws -> [JSONWriter] {
    var driver = driver
    defer { self.driver = driver }
    try store.catchUp()
    return try store.read { words in
      let commands = driver.commands(for: store.browser, showing: shown, text: words)
      return commands.map { $0.json(store.browser, words) }
    }
  }

  /// Updates the model with the report of a view.
  /// - Returns: The written events, which may be empty if the model refused. Nil and a reason if
  ///   the subject of the report no longer exists.
  mutating func take(
    _ report: EngineReport, in context: CommandContext
  ) throws -> (written: [Commit], dropped: ReportAnswer.Reason?) {
    let store = context.store
    var driver = driver
    defer { self.driver = driver }
    try store.catchUp()
    let answer = try store.read { driver.report(report, in: store.browser, text: $0) }
    if case .dropped(let reason) = answer { return ([], reason) }
    var written: [Commit] = []
    for action in answer.actions {
      do {
        let commit = try store.perform(action, by: context.origin(.engine))
        written.append(commit)
        driver.performed(commit.events, in: store.browser)
      } catch is Refusal {
        driver.performed([], in: store.browser)
      }
    }
    return (written, nil)
  }
}

extension EngineCommand {
  /// The command with its words, in the shape ``NamedShape/engineCommand``.
  fileprivate func json(_ browser: Browser, _ words: LogText) -> JSONWriter {
    .object { json in
      json.member("tab", tab.rawValue)
      json.member("number", number)
      switch order {
      case .create(let entries, let index):
        json.member("order", "create")
        write(entries, index, browser, words, &json)
      case .load(let event):
        json.member("order", "load")
        let url = event.exists ? words.text(.url, of: event) : nil
        json.member("url", url.flatMap { $0.isEmpty ? nil : $0 } ?? Destination.startPage)
      case .travel(let item):
        json.member("order", "travel")
        json.object("to") { json in
          switch item {
          case .entry(let event): json.member("entry", event.rawValue)
          case .own(let number): json.member("own", number)
          }
        }
      case .restore(let entries, let index, let keepsPage):
        json.member("order", "restore")
        write(entries, index, browser, words, &json)
        json.member("keepsPage", keepsPage)
      case .reload: json.member("order", "reload")
      case .stop: json.member("order", "stop")
      case .zoom(let level):
        json.member("order", "zoom")
        json.member("zoom", level.factor)
      case .close: json.member("order", "close")
      }
    }
  }

  private func write(
    _ entries: ContiguousArray<HistoryEntry>, _ index: Int, _ browser: Browser, _ words: LogText,
    _ json: inout JSONWriter
  ) {
    json.array("entries") { json in
      for entry in entries {
        json.object { json in
          json.member("entry", entry.content.rawValue)
          json.member("url", browser.url(of: entry, text: words))
          json.member("title", browser.title(of: entry, text: words))
          guard let scroll = words.scroll(of: entry.scroll) else { return }
          json.member("x", scroll.x)
          json.member("y", scroll.y)
        }
      }
    }
    json.member("index", index)
  }
}
