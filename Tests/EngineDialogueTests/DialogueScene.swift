import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport

/// A model, a driver and an engine that exchange commands and reports.
struct DialogueScene {
  private(set) var model: ModelDriver
  private(set) var driver = EngineDriver()
  var engine: ScriptedEngine
  /// The visible tabs, or nil for the active tab of every window.
  var shown: [TabID]?
  /// The faults that were found so far.
  private(set) var faults: [String] = []
  /// The number of reports that were accepted, and the number that were dropped for each reason.
  private(set) var taken = 0
  private(set) var dropped: [ReportAnswer.Reason: Int] = [:]
  /// The number of commands of each kind.
  private(set) var given: [String: Int] = [:]
  /// The newest report of each tab's view, and the newest command except zooms.
  private var newestReports: [TabID: Int] = [:]
  private var newestCommands: [TabID: Int] = [:]

  init(_ engine: ScriptedEngine, isPrivate: Bool = false) {
    self.engine = engine
    model = ModelDriver(isPrivate: isPrivate)
  }

  var browser: Browser { model.browser }

  /// Performs an action of the user, if possible.
  @discardableResult
  mutating func attempt(_ action: Action, by actor: Event.Actor = .user) -> [Event] {
    let events = model.attempt(action, by: actor)
    command()
    return events
  }

  mutating func undo() {
    model.undo()
    command()
  }

  mutating func redo() {
    model.redo()
    command()
  }

  /// Sends the engine its commands.
  mutating func command() {
    let commands = driver.commands(for: browser, showing: shown, text: model.log)
    if Set(commands.map(\.tab)).count != commands.count { faults.append("two commands for a tab") }
    for command in commands {
      given[command.order.name, default: 0] += 1
      if command.order.name != "zoom" { newestCommands[command.tab] = command.number }
      engine.receive(command, words(of: command.order))
    }
  }

  /// Returns the URLs that a front end looks up for a command.
  private func words(of order: EngineCommand.Order) -> ScriptedEngine.Words {
    switch order {
    case .create(let entries, _), .restore(let entries, _, _):
      .init(entries: entries.map { browser.url(of: $0, text: model.log) })
    case .load(let event):
      .init(load: model.log.text(.url, of: event).ifNotEmpty ?? Destination.startPage)
    default: .init()
    }
  }

  /// Advances the time by one tick. The model follows the reports that arrive.
  mutating func tick() {
    for report in engine.tick() {
      receive(report)
      command()
    }
  }

  private mutating func receive(_ report: EngineReport) {
    let isStale = isStale(report)
    switch driver.report(report, in: browser, text: model.log) {
    case .taken(let actions):
      taken += 1
      if isStale { faults.append("taken: \(report)") }
      for action in actions {
        driver.performed(model.attempt(action, by: .engine), in: browser)
      }
    case .dropped(let reason): dropped[reason, default: 0] += 1
    }
    newestReports[report.tab] = max(newestReports[report.tab] ?? 0, report.number)
  }

  /// Whether a report must not be accepted, because this report or a newer one was already
  /// accepted, or because the view had not begun to execute its newest command. A title names its
  /// item, and may be late.
  private func isStale(_ report: EngineReport) -> Bool {
    if report.number <= newestReports[report.tab] ?? 0 { return true }
    switch report.news {
    case .gone, .titled, .scrolled: return false
    default: return report.command < newestCommands[report.tab] ?? 0
    }
  }

  /// Completes everything pending, with an engine that causes no further events.
  mutating func settle() {
    engine.habits = .calm
    for _ in 0..<200 {
      tick()
      guard engine.isAtRest else { continue }
      let before = (model.log.next, driver.newestCommand)
      command()
      engine.sayAgain()
      tick()
      tick()
      if engine.isAtRest, before == (model.log.next, driver.newestCommand) { return }
    }
    faults.append("does not settle")
  }
}

extension EngineCommand.Order {
  /// The name of the case, without its associated values.
  var name: String {
    switch self {
    case .create: "create"
    case .load: "load"
    case .travel: "travel"
    case .restore: "restore"
    case .reload: "reload"
    case .stop: "stop"
    case .zoom: "zoom"
    case .close: "close"
    }
  }
}

extension String? {
  fileprivate var ifNotEmpty: String? { self?.isEmpty == false ? self : nil }
}
