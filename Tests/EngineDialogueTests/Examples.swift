import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport
import Testing

/// The examples of the documentation, with the same lines.
struct Examples {
  /// An engine that loads every requested page.
  private struct Engine {
    var taken: [EngineCommand] = []
    mutating func take(_ command: EngineCommand) { taken.append(command) }
  }

  @Test func `a report is followed, and commands are given`() throws {
    var (model, driver, engine) = (ModelDriver(), EngineDriver(), Engine())
    try model.perform(.open(OpenTab(Destination("https://example.com/"), isLoading: true)))
    for command in driver.commands(for: model.browser, text: model.log) { engine.take(command) }
    let tab = model.browser.tabs[0]
    #expect(engine.taken.map(\.order) == [.create(tab.entries, index: 0)])

    let item = EngineItem(.entry(tab.entries[0].content), url: "https://example.com/")
    let list = EngineList([item], index: 0)
    let report = EngineReport(tab: tab.id, number: 1, command: 1, news: .finished(list))
    try model.perform(.zoomDefault(ZoomLevel(percent: 150)))
    // example: EngineDriver
    for action in driver.report(report, in: model.browser, text: model.log).actions {
      driver.performed(model.attempt(action, by: .engine), in: model.browser)
    }
    for command in driver.commands(for: model.browser, text: model.log) { engine.take(command) }
    // end
    #expect(model.browser.tabs[0].status == .complete)
    #expect(engine.taken.last?.order == .zoom(ZoomLevel(percent: 150)))
    #expect(engine.taken.count == 2)
  }
}
