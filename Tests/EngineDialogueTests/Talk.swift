import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport

/// A model and a driver. The test takes the role of the engine.
struct Talk {
  var model: ModelDriver
  var driver = EngineDriver()
  /// The visible tabs, or nil for the active tab of every window.
  var shown: [TabID]?
  private var reportNumber = 0

  init(isPrivate: Bool = false) { model = ModelDriver(isPrivate: isPrivate) }

  /// Creates a model with one tab, whose view has been created and shows a page.
  init(at url: String) throws {
    self.init()
    try model.perform(.open(OpenTab(Destination(url), isLoading: true)))
    commands()
    report(.committed(list([first], 0)))
    report(.finished(list([first], 0)))
    commands()
  }

  var browser: Browser { model.browser }
  var tab: Tab { browser.tabs[0] }
  var id: TabID { tab.id }
  /// The item of the tab's first entry.
  var first: EngineItem { item(0) }
  /// The URLs of the tab's entries, with the current URL in brackets, and the status of the tab.
  var line: String {
    let urls = tab.entries.indices.map { index in
      let url = browser.url(of: tab.entries[index], text: model.log)
      return index == tab.index ? "[\(url)]" : url
    }
    return urls.joined(separator: " ") + " \(tab.status)"
  }

  /// Returns the item of an entry that was sent to the view.
  func item(_ index: Int) -> EngineItem {
    let entry = tab.entries[index]
    return EngineItem(.entry(entry.content), url: browser.url(of: entry, text: model.log))
  }

  func list(_ items: ContiguousArray<EngineItem>, _ index: Int) -> EngineList {
    EngineList(items, index: index)
  }

  @discardableResult
  mutating func commands() -> [EngineCommand] {
    driver.commands(for: browser, showing: shown, text: model.log)
  }

  /// Returns the orders for the view after an action.
  mutating func orders(after action: Action) throws -> [EngineCommand.Order] {
    try model.perform(action)
    return commands().map(\.order)
  }

  /// Reports an event of a view that has begun to execute its newest command, and lets the model
  /// follow.
  @discardableResult
  mutating func report(
    _ news: EngineReport.ViewEvent, command: Int? = nil, number: Int? = nil
  ) -> ReportAnswer {
    reportNumber += 1
    let report = EngineReport(
      tab: id, number: number ?? reportNumber, command: command ?? driver.newestCommand, news: news)
    let answer = driver.report(report, in: browser, text: model.log)
    for action in answer.actions {
      driver.performed(model.attempt(action, by: .engine), in: browser)
    }
    return answer
  }
}
