internal import BrowserModel
internal import Catalogue
internal import EngineDialogue
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The views of a program that shows pages: what they have to do so that they show what the model says, and
/// how the model follows what happens in them (`EngineDriver`).
///
/// It shows the present of the branch that the program is on, also while that looks at the past.
struct ServedEngine {
  private var driver = EngineDriver()
  /// The tabs that are in view; nil: the active tab of every window.
  private let shown: [TabID]?

  /// - Parameter former: The engine that the program was before; its views stay.
  init(showing shown: [TabID]?, after former: ServedEngine?) {
    self.shown = shown
    if let former { driver = former.driver }
  }

  /// What views have to do now; none where they show what the model says.
  mutating func commands(in store: Store) throws(CommandFailure) -> [JSONWriter] {
    var driver = driver
    defer { self.driver = driver }
    return try failing { () throws(LogFailure) in
      try store.catchUp()
      return try store.read { words in
        let commands = driver.commands(for: store.browser, showing: shown, text: words)
        return commands.map { $0.json(store.browser, words) }
      }
    }
  }

  /// Lets the model follow what a view reports.
  ///
  /// - Returns: What was written; none too where the model refused to follow. Nil and a reason for a
  ///   report about what is there no more.
  mutating func take(
    _ report: EngineReport, in context: CommandContext
  ) throws(CommandFailure) -> (written: [Commit], dropped: ReportAnswer.Reason?) {
    let store = context.store
    var driver = driver
    defer { self.driver = driver }
    let answer = try failing { () throws(LogFailure) in
      try store.catchUp()
      return try store.read { driver.report(report, in: store.browser, text: $0) }
    }
    if case .dropped(let reason) = answer { return ([], reason) }
    var written: [Commit] = []
    for action in answer.actions {
      do throws(StoreFailure) {
        let commit = try store.perform(action, by: context.origin(.engine))
        written.append(commit)
        driver.performed(commit.events, in: store.browser)
      } catch {
        guard case .refused = error else { throw error.commandFailure }
        driver.performed([], in: store.browser)
      }
    }
    return (written, nil)
  }
}

extension EngineCommand {
  /// The command with its words, as ``NamedShape/engineCommand`` has it.
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
