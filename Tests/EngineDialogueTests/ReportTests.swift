import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport
import Testing

/// The effects of reports, and reports without an effect.
struct ReportTests {
  private let one = "http://a.example/one"
  private let two = "http://a.example/two"
  private let second = EngineItem(.own(1), url: "http://a.example/two")

  /// Returns a tab with a command to load the second page.
  private func loading() throws -> Talk {
    var talk = try Talk(at: one)
    try talk.model.perform(.startLoad(talk.id, Destination(two)))
    talk.commands()
    return talk
  }

  // MARK: Loads by the user

  @Test func `a load commits and finishes`() throws {
    var talk = try loading()
    let list = talk.list([talk.first, second], 1)
    #expect(talk.report(.started(url: two, isByPage: false)) == .taken([]))
    #expect(talk.report(.committed(list)) == .taken([.commitLoad(talk.id)]))
    #expect(talk.line == "\(one) [\(two)] loading")
    #expect(talk.report(.finished(list)) == .taken([.finishLoad(talk.id)]))
    #expect(talk.line == "\(one) [\(two)] complete")
    #expect(talk.commands() == [])
  }

  @Test func `a redirected load contains its chain`() throws {
    var talk = try loading()
    let (middle, end) = ("http://b.example/", "http://c.example/")
    talk.report(.started(url: two, isByPage: false))
    #expect(talk.report(.redirected(to: middle)) == .taken([]))
    talk.report(.redirected(to: end))
    let list = talk.list([talk.first, EngineItem(.own(1), url: end)], 1)
    #expect(
      talk.report(.committed(list)) == .taken([.commitLoad(talk.id, redirectedTo: [middle, end])]))
    #expect(talk.line == "\(one) [\(end)] loading")
    #expect(talk.commands() == [])
  }

  @Test func `a load fails, and the list is unchanged`() throws {
    var talk = try loading()
    #expect(
      talk.report(.failed(reason: "net", talk.list([talk.first], 0)))
        == .taken([.failLoad(talk.id, reason: "net")]))
    #expect(talk.line == "[\(one)] failed")
    #expect(talk.commands() == [])
  }

  @Test func `an error page in the engine's list is a failed entry`() throws {
    var talk = try loading()
    talk.report(.failed(reason: "net", talk.list([talk.first, second], 1)))
    #expect(talk.line == "\(one) [\(two)] failed")
    #expect(talk.commands() == [])
  }

  @Test func `a load without a page ends`() throws {
    var talk = try loading()
    #expect(
      talk.report(.finished(talk.list([talk.first], 0))) == .taken([.stop(talk.id)]))
    #expect(talk.line == "[\(one)] complete")
    #expect(talk.commands() == [])
  }

  @Test func `the end of a load makes up for lost reports`() throws {
    var talk = try loading()
    #expect(
      talk.report(.finished(talk.list([talk.first, second], 1)))
        == .taken([.commitLoad(talk.id), .finishLoad(talk.id)]))
    #expect(talk.line == "\(one) [\(two)] complete")
  }

  @Test func `an ignored travel is sent again with the list, and then abandoned`()
    throws
  {
    var talk = try loading()
    let list = talk.list([talk.first, second], 1)
    talk.report(.finished(list))
    #expect(
      try talk.orders(after: .startTravel(talk.id, by: -1)) == [.travel(to: talk.first.id)])
    #expect(talk.report(.finished(list)) == .taken([]))
    let restore = EngineCommand.Order.restore(talk.tab.entries, index: 0, keepsPage: false)
    #expect(talk.commands().map(\.order) == [restore])
    let restored = talk.list([talk.item(0), talk.item(1)], 1)
    #expect(talk.report(.finished(restored)) == .taken([]))
    #expect(talk.commands().map(\.order) == [restore])
    #expect(talk.report(.finished(restored)) == .taken([.stop(talk.id)]))
    #expect(talk.commands() == [])
  }

  // MARK: Pages

  @Test func `a link is a load by the page`() throws {
    var talk = try Talk(at: one)
    #expect(
      talk.report(.started(url: two, isByPage: true))
        == .taken([.startLoad(talk.id, Destination(two, transition: .link))]))
    #expect(talk.commands() == [])
    let list = talk.list([talk.first, second], 1)
    #expect(
      talk.report(.committed(list))
        == .taken([
          .follow(
            talk.id, Destination(two, transition: .link), Following(.link, isLoading: true))
        ]))
    talk.report(.finished(list))
    #expect(talk.line == "\(one) [\(two)] complete")
    #expect(talk.commands() == [])
  }

  @Test func `a link followed by a page replaces the user's travel`() throws {
    var talk = try loading()
    let list = talk.list([talk.first, second], 1)
    talk.report(.finished(list))
    _ = try talk.orders(after: .startTravel(talk.id, by: -1))
    let three = "http://a.example/three"
    #expect(
      talk.report(.started(url: three, isByPage: true))
        == .taken([
          .stop(talk.id), .startLoad(talk.id, Destination(three, transition: .link)),
        ]))
    #expect(talk.commands() == [])
  }

  @Test(arguments: [true, false])
  func `pushState appends and replaceState replaces`(isPush: Bool) throws {
    var talk = try Talk(at: one)
    let list = isPush ? talk.list([talk.first, second], 1) : talk.list([second], 0)
    #expect(
      talk.report(.changedInPlace(list, hasActivation: false))
        == .taken([
          .follow(
            talk.id, Destination(two, transition: .script),
            Following(isPush ? .pushState : .replaceState, hasActivation: false))
        ]))
    #expect(talk.line == (isPush ? "\(one) [\(two)] complete" : "[\(two)] complete"))
    #expect(talk.commands() == [])
  }

  @Test func `history.back() by a page is a travel`() throws {
    var talk = try loading()
    let items: ContiguousArray = [talk.first, second]
    talk.report(.finished(talk.list(items, 1)))
    #expect(
      talk.report(.changedInPlace(talk.list(items, 0)))
        == .taken([.travel(talk.id, by: -1)]))
    #expect(talk.line == "[\(one)] \(two) complete")
    #expect(talk.commands() == [])
  }

  @Test func `two pages with a single report are two entries`() throws {
    var talk = try Talk(at: one)
    let third = EngineItem(.own(2), url: "http://a.example/three")
    talk.report(.finished(talk.list([talk.first, second, third], 1)))
    #expect(talk.line == "\(one) [\(two)] \(third.url) complete")
    #expect(talk.commands() == [])
  }

  @Test func `pages of one document with a single report are not loading`() throws {
    var talk = try Talk(at: one)
    let third = EngineItem(.own(2), url: "http://a.example/three")
    talk.report(.changedInPlace(talk.list([talk.first, second, third], 2)))
    #expect(talk.line == "\(one) \(two) [\(third.url)] complete")
    #expect(talk.commands() == [])
  }

  @Test func `if the model does not follow the page, the view follows the model`() throws {
    var talk = try Talk(at: one)
    let foreign = EngineItem(.own(1), url: "http://b.example/")
    talk.report(.changedInPlace(talk.list([talk.first, foreign], 1)))
    #expect(talk.line == "[\(one)] complete")
    let orders: [EngineCommand.Order] = [
      .restore(talk.tab.entries, index: 0, keepsPage: false)
    ]
    #expect(talk.commands().map(\.order) == orders)
  }

  @Test func `a page that reloads itself is loading, and its entry is kept`() throws {
    var talk = try Talk(at: one)
    let list = talk.list([talk.first], 0)
    let entry = talk.tab.entries
    talk.report(.started(url: one, isByPage: true))
    #expect(talk.line == "[\(one)] loading")
    #expect(talk.report(.committed(list)) == .taken([.reload(talk.id, isLoading: true)]))
    talk.report(.finished(list))
    #expect(talk.line == "[\(one)] complete")
    #expect(talk.tab.entries == entry)
    #expect(talk.commands() == [])
  }

  @Test func `stopping a page stops its view`() throws {
    var talk = try Talk(at: one)
    talk.report(.started(url: two, isByPage: true))
    talk.commands()
    #expect(try talk.orders(after: .stop(talk.id)) == [.stop])
    #expect(talk.report(.finished(talk.list([talk.first], 0))) == .taken([]))
    #expect(talk.line == "[\(one)] complete")
  }

  @Test func `undoing a stop loads the pending page again`() throws {
    var talk = try loading()
    let load = try #require(talk.tab.pending)
    let stop = try talk.model.perform(.stop(talk.id))
    #expect(talk.commands().map(\.order) == [.stop])
    talk.model.append(naming: BatchID(stop[0].sequence), isUndo: true)
    #expect(talk.tab.pending == load)
    #expect(talk.commands().map(\.order) == [.load(load)])
  }

  @Test func `a page may go back to entries that a full history has dropped`() throws {
    var talk = try Talk(at: one)
    try talk.model.perform(.set(.historyLimit, "2"))
    let items: ContiguousArray = [
      talk.first, EngineItem(.own(1), url: "\(one)#1"), EngineItem(.own(2), url: "\(one)#2"),
    ]
    talk.report(.changedInPlace(talk.list([items[0], items[1]], 1)))
    talk.report(.changedInPlace(talk.list(items, 2)))
    #expect(talk.line == "\(one)#1 [\(one)#2] complete")
    talk.report(.changedInPlace(talk.list(items, 0)))
    #expect(talk.line == "[\(one)] \(one)#2 complete")
    #expect(talk.commands() == [])
  }

  @Test func `a title belongs to the item that it names`() throws {
    var talk = try loading()
    talk.report(.finished(talk.list([talk.first, second], 1)))
    let content = talk.tab.entries[1].content
    #expect(
      talk.report(.titled(second.id, "Two"))
        == .taken([.reportTitle(talk.id, content: content, "Two")]))
    #expect(talk.report(.titled(second.id, "Two")) == .taken([]))
    #expect(
      talk.report(.scrolled(second.id, x: 1, y: 2))
        == .taken([.reportScroll(talk.id, content: content, x: 1, y: 2)]))
    #expect(talk.report(.titled(.own(9), "Nine")) == .dropped(.noEntry))
  }

  @Test func `a view opened by a page is adopted`() throws {
    var talk = try Talk(at: one)
    let opener = talk.id
    let events = try talk.model.perform(
      .open(OpenTab(Destination(two), place: .foregroundLink(from: opener), isLoading: true)))
    let popup = TabID(events[0].sequence)
    let number = talk.driver.adopt(popup, in: talk.browser)
    #expect(number == 2)
    #expect(talk.driver.adopt(popup, in: talk.browser) == nil)
    #expect(talk.driver.adopt(TabID(99), in: talk.browser) == nil)
    #expect(talk.commands() == [])
    let list = talk.list([second], 0)
    for (index, news) in [EngineReport.ViewEvent.committed(list), .finished(list)].enumerated() {
      let report = EngineReport(tab: popup, number: index + 1, command: 2, news: news)
      for action in talk.driver.report(report, in: talk.browser, text: talk.model.log).actions {
        talk.driver.performed(talk.model.attempt(action, by: .engine), in: talk.browser)
      }
      #expect(talk.commands() == [])
    }
    let tab = try #require(talk.browser.tab(popup))
    #expect(tab.status == .complete)
    #expect(tab.entries.map(\.id) == [EntryID(popup.event)])
  }

  @Test func `a page that changes during a load does not undo the model's entry`() throws {
    var talk = try Talk(at: one)
    try talk.model.perform(.go(talk.id, Destination(two), isLoading: true))
    talk.commands()
    let changed = EngineItem(.own(1), url: "\(one)#1")
    talk.report(.changedInPlace(talk.list([changed], 0)))
    #expect(talk.commands() == [])
    let list = talk.list([changed, EngineItem(.own(2), url: two)], 1)
    talk.report(.committed(list))
    talk.report(.finished(list))
    #expect(talk.line == "\(one)#1 [\(two)] complete")
    #expect(talk.commands() == [])
  }

  // MARK: Dropped reports

  @Test func `a report is accepted once, and no older report after it`() throws {
    var talk = try loading()
    let list = talk.list([talk.first, second], 1)
    talk.report(.committed(list), number: 10)
    #expect(talk.report(.committed(list), number: 10) == .dropped(.notNewer))
    #expect(
      talk.report(.finished(talk.list([talk.first], 0)), number: 9) == .dropped(.notNewer))
    #expect(talk.line == "\(one) [\(two)] loading")
  }

  @Test func `the answer to an older command is dropped, unless the newer one is a zoom`() throws {
    var talk = try loading()
    let load = talk.driver.newestCommand
    let list = talk.list([talk.first, second], 1)
    _ = try talk.orders(after: .zoom(talk.id, .set(ZoomLevel(percent: 150))))
    #expect(talk.driver.newestCommand == load + 1)
    #expect(talk.report(.committed(list), command: load) == .taken([.commitLoad(talk.id)]))
    _ = try talk.orders(after: .startLoad(talk.id, Destination("http://b.example/")))
    #expect(talk.report(.finished(list), command: load) == .dropped(.late))
    #expect(talk.tab.pending != nil)
  }

  @Test func `a request of the model in the meantime overtakes a report`() throws {
    var talk = try loading()
    try talk.model.perform(.startLoad(talk.id, Destination("http://b.example/")))
    let list = talk.list([talk.first, second], 1)
    #expect(talk.report(.committed(list)) == .dropped(.overtaken))
    #expect(talk.commands().map(\.order) == [.load(talk.tab.pending!)])
  }

  @Test func `malformed reports are dropped`() throws {
    var talk = try loading()
    #expect(talk.report(.finished(talk.list([], 0))) == .dropped(.malformed))
    #expect(talk.report(.finished(talk.list([talk.first], 1))) == .dropped(.malformed))
    #expect(talk.report(.finished(talk.list([talk.first], -1))) == .dropped(.malformed))
    let list = talk.list([talk.first], 0)
    #expect(talk.report(.finished(list), command: 99) == .dropped(.malformed))
    let other = EngineReport(tab: TabID(99), number: 99, command: 1, news: .gone)
    #expect(talk.driver.report(other, in: talk.browser, text: talk.model.log) == .dropped(.noView))
  }

  // MARK: Processes that end

  @Test func `a visible tab whose process ended gets a new view`() throws {
    var talk = try Talk(at: one)
    let former = talk.driver.newestCommand
    #expect(talk.report(.gone) == .taken([.discard(talk.id)]))
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
    #expect(talk.report(.gone, command: former) == .dropped(.formerView))
    talk.report(.finished(talk.list([talk.first], 0)))
    #expect(talk.line == "[\(one)] complete")
  }

  @Test func `the end of a process is always accepted`() throws {
    var talk = try loading()
    let load = talk.driver.newestCommand
    _ = try talk.orders(after: .startLoad(talk.id, Destination("http://b.example/")))
    #expect(talk.report(.gone, command: load) == .taken([.discard(talk.id)]))
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
  }

  @Test func `a tab that is already closed gets no commands`() throws {
    var talk = try loading()
    let id = talk.id
    let list = talk.list([talk.first], 0)
    try talk.model.perform(.closeTabs([id]))
    let report = EngineReport(
      tab: id, number: 99, command: talk.driver.newestCommand, news: .finished(list))
    #expect(talk.driver.report(report, in: talk.browser, text: talk.model.log) == .dropped(.noView))
    #expect(talk.commands().map(\.order) == [.close])
  }

  @Test func `a page whose process ends before it has loaded is not tried again`() throws {
    var talk = try Talk(at: one)
    talk.report(.gone)
    talk.commands()
    talk.report(.gone)
    #expect(talk.commands() == [])
    let again = try talk.orders(after: .reload(talk.id, isLoading: true))
    #expect(again == [.create(talk.tab.entries, index: 0)])
    talk.report(.gone)
    #expect(talk.commands() == [])
    talk.shown = []
    #expect(talk.commands() == [])
    talk.shown = nil
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
  }
}
