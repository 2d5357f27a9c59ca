import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport
import Testing

/// Commands for a view.
struct CommandTests {
  private let one = "http://a.example/one"
  private let two = "http://a.example/two"

  /// Returns a tab at the second of two pages, which its view shows.
  private func twoPages() throws -> (talk: Talk, second: EngineItem) {
    var talk = try Talk(at: one)
    _ = try talk.orders(after: .startLoad(talk.id, Destination(two)))
    let second = EngineItem(.own(1), url: two)
    talk.report(.committed(talk.list([talk.first, second], 1)))
    talk.report(.finished(talk.list([talk.first, second], 1)))
    #expect(talk.commands() == [])
    #expect(talk.line == "\(one) [\(two)] complete")
    return (talk, second)
  }

  @Test func `a visible tab gets a view with its list`() throws {
    var talk = Talk()
    try talk.model.perform(.open(OpenTab(Destination(one))))
    try talk.model.perform(.go(talk.id, Destination(two)))
    let commands = talk.commands()
    #expect(
      commands == [
        EngineCommand(tab: talk.id, number: 1, order: .create(talk.tab.entries, index: 1))
      ])
    #expect("\(commands[0].order)" == "create 2/2")
    #expect(talk.commands() == [])
    #expect(talk.driver.viewCount == 1)
  }

  @Test func `a background tab gets a view only when it must load`() throws {
    var talk = Talk()
    try talk.model.perform(.open(OpenTab(Destination(one))))
    talk.shown = []
    #expect(talk.commands() == [])
    let orders = try talk.orders(after: .reload(talk.id, isLoading: true))
    #expect(orders == [.create(talk.tab.entries, index: 0)])
  }

  @Test func `a load that began before there was a view follows its creation`() throws {
    var talk = Talk()
    try talk.model.perform(.open(OpenTab()))
    let events = try talk.model.perform(.startLoad(talk.id, Destination(one)))
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
    #expect(talk.commands().map(\.order) == [.load(events[0].sequence)])
    #expect(talk.commands() == [])
  }

  @Test func `a load that begins contains the event with its URL`() throws {
    var talk = try Talk(at: one)
    let orders = try talk.orders(after: .startLoad(talk.id, Destination(two)))
    #expect(orders == [.load(talk.tab.pending!)])
    #expect(talk.commands() == [])
  }

  @Test func `a page that the model already has is loaded as its entry`() throws {
    var talk = try Talk(at: one)
    let orders = try talk.orders(after: .go(talk.id, Destination(two), isLoading: true))
    #expect(orders == [.load(talk.tab.entries[1].content)])
    let second = EngineItem(.own(1), url: two)
    talk.report(.committed(talk.list([talk.first, second], 1)))
    talk.report(.finished(talk.list([talk.first, second], 1)))
    #expect(talk.line == "\(one) [\(two)] complete")
    #expect(talk.commands() == [])
  }

  @Test(arguments: [false, true])
  func `a travel contains its item`(isAtOnce: Bool) throws {
    var (talk, second) = try twoPages()
    let orders = try talk.orders(
      after: isAtOnce
        ? .travel(talk.id, by: -1, isLoading: true) : .startTravel(talk.id, by: -1))
    #expect(orders == [.travel(to: talk.first.id)])
    talk.report(.committed(talk.list([talk.first, second], 0)))
    #expect(talk.line == "[\(one)] \(two) loading")
    #expect(talk.commands() == [])
    #expect(
      try talk.orders(after: .startTravel(talk.id, by: 1)) == [.travel(to: second.id)])
  }

  /// Back and Forward lead to the neighbouring entry in a list of four, both in the commands to the
  /// view and in the model after the view has followed.
  @Test(arguments: [false, true])
  func `Back and Forward contain the item of the next page`(isAtOnce: Bool) throws {
    var talk = Talk()
    let urls = [one] + ["two", "three", "four"].map { "http://a.example/\($0)" }
    try talk.model.perform(.open(OpenTab(Destination(one))))
    for url in urls.dropFirst() {
      try talk.model.perform(
        .follow(talk.id, Destination(url, transition: .link), Following(.link)))
    }
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 3)])
    let items = ContiguousArray(urls.indices.map { talk.item($0) })
    talk.report(.committed(talk.list(items, 3)))
    talk.report(.finished(talk.list(items, 3)))
    #expect(talk.commands() == [])
    var current = 3
    for steps in [-1, -1, 1, -1, -1, 1] {
      current += steps
      let action: Action
      if isAtOnce {
        action = .step(talk.id, by: steps, isLoading: true)
      } else {
        action = .startTravel(talk.id, by: steps)
      }
      #expect(try talk.orders(after: action) == [.travel(to: items[current].id)])
      talk.report(.committed(talk.list(items, current)))
      talk.report(.finished(talk.list(items, current)))
      #expect(talk.tab.index == current)
      #expect(talk.commands() == [])
    }
  }

  @Test func `a reload loads the page again`() throws {
    var (talk, second) = try twoPages()
    #expect(try talk.orders(after: .reload(talk.id, isLoading: true)) == [.reload])
    #expect(
      talk.report(.committed(talk.list([talk.first, second], 1))) == .taken([]))
    #expect(
      talk.report(.finished(talk.list([talk.first, second], 1))) == .taken([.finishLoad(talk.id)]))
    #expect(talk.commands() == [])
  }

  @Test func `a stop ends the pending load`() throws {
    var (talk, second) = try twoPages()
    _ = try talk.orders(after: .startTravel(talk.id, by: -1))
    #expect(try talk.orders(after: .stop(talk.id)) == [.stop])
    #expect(talk.report(.finished(talk.list([talk.first, second], 1))) == .taken([]))
    #expect(talk.commands() == [])
  }

  @Test func `a closed tab loses its view`() throws {
    var talk = try Talk(at: one)
    let id = talk.id
    try talk.model.perform(.closeTabs([id]))
    #expect(talk.commands() == [EngineCommand(tab: id, number: 2, order: .close)])
    #expect(talk.driver.viewCount == 0)
    #expect(talk.commands() == [])
  }

  @Test func `a discarded tab has no view until it is visible, and then loads`() throws {
    var talk = try Talk(at: one)
    talk.shown = []
    #expect(try talk.orders(after: .discard(talk.id)) == [.close])
    #expect(talk.commands() == [])
    talk.shown = nil
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
    #expect(
      talk.report(.committed(talk.list([talk.first], 0)))
        == .taken([.reload(talk.id, isLoading: true)]))
    #expect(talk.line == "[\(one)] loading")
    talk.report(.finished(talk.list([talk.first], 0)))
    #expect(talk.line == "[\(one)] complete")
    #expect(talk.commands() == [])
  }

  @Test func `zoom comes after everything else`() throws {
    var talk = try Talk(at: one)
    let level = ZoomLevel(percent: 150)
    try talk.model.perform(.zoom(talk.id, .set(level)))
    #expect(try talk.orders(after: .reload(talk.id, isLoading: true)) == [.reload])
    #expect(talk.commands().map(\.order) == [.zoom(level)])
    #expect(talk.commands() == [])
    #expect(
      try talk.orders(after: .zoomTemporarily(talk.id, .set(.actual))) == [.zoom(.actual)])
  }

  @Test func `the zoom of a site affects only the views of that site`() throws {
    var talk = try Talk(at: one)
    try talk.model.perform(.open(OpenTab(Destination(two), isLoading: true)))
    try talk.model.perform(.open(OpenTab(Destination("http://b.example/"), isLoading: true)))
    talk.commands()
    let level = ZoomLevel(percent: 150)
    try talk.model.perform(.zoomSite(host: "a.example", level))
    let tabs = talk.browser.tabs.map(\.id)
    let commands = talk.commands()
    #expect(Set(commands.map(\.tab)) == Set(tabs.prefix(2)))
    #expect(commands.allSatisfy { $0.order == .zoom(level) })
  }

  @Test func `undoing a navigation restores the list and loads the previous page`() throws {
    var talk = try Talk(at: one)
    _ = try talk.orders(after: .go(talk.id, Destination(two), isLoading: true))
    let second = EngineItem(.own(1), url: two)
    talk.report(.committed(talk.list([talk.first, second], 1)))
    talk.report(.finished(talk.list([talk.first, second], 1)))
    talk.model.undo()
    while talk.tab.entries.count > 1 { talk.model.undo() }
    #expect(
      talk.commands().map(\.order)
        == [.restore(talk.tab.entries, index: 0, keepsPage: false)])
  }

  @Test func `undoing a travel is a travel`() throws {
    var (talk, second) = try twoPages()
    _ = try talk.orders(after: .travel(talk.id, by: -1, isLoading: true))
    talk.report(.committed(talk.list([talk.first, second], 0)))
    talk.model.undo()
    #expect(talk.line == "\(one) [\(two)] complete")
    #expect(talk.commands().map(\.order) == [.travel(to: second.id)])
  }

  @Test func `removing entries from the list does not change the page`() throws {
    var talk = try Talk(at: one)
    let second = EngineItem(.own(1), url: two)
    let third = EngineItem(.own(2), url: "http://a.example/three")
    talk.report(.committed(talk.list([talk.first, second], 1)))
    talk.report(.committed(talk.list([talk.first, second, third], 2)))
    talk.report(.finished(talk.list([talk.first, second, third], 2)))
    #expect(talk.commands() == [])
    let batch = BatchID(talk.tab.entries[1].content)
    talk.model.append(naming: batch, isUndo: true)
    #expect(talk.line == "\(one) [http://a.example/three] complete")
    #expect(
      talk.commands().map(\.order) == [.restore(talk.tab.entries, index: 1, keepsPage: true)])
    #expect(talk.commands() == [])
  }

  @Test func `a restored tab gets its former list in one command`() throws {
    var (talk, _) = try twoPages()
    let past = talk.model.state
    _ = try talk.orders(after: .follow(talk.id, Destination("http://b.example/"), .init(.replace)))
    try talk.model.perform(.restore(Restoration(of: past, [.tab(talk.id)])))
    #expect(
      talk.commands().map(\.order) == [.restore(talk.tab.entries, index: 1, keepsPage: false)])
  }

  @Test func `entries that a full history has dropped stay in the view`() throws {
    var talk = try Talk(at: one)
    try talk.model.perform(.set(.historyLimit, "2"))
    var items: ContiguousArray = [talk.first]
    for number in 1...4 {
      items.append(EngineItem(.own(number), url: "\(one)#\(number)"))
      talk.report(.changedInPlace(talk.list(items, number)))
      #expect(talk.commands() == [])
    }
    #expect(talk.line == "\(one)#3 [\(one)#4] complete")
    #expect(
      try talk.orders(after: .startTravel(talk.id, by: -1)) == [.travel(to: .own(3))])
  }

  @Test func `a private window has a separate driver`() throws {
    var talk = Talk(isPrivate: true)
    try talk.model.perform(.open(OpenTab(Destination(one), isLoading: true)))
    #expect(talk.id.isPrivate)
    #expect(talk.commands().map(\.order) == [.create(talk.tab.entries, index: 0)])
    talk.report(.committed(talk.list([talk.first], 0)))
    talk.report(.finished(talk.list([talk.first], 0)))
    #expect(talk.line == "[\(one)] complete")
    let orders = try talk.orders(after: .startLoad(talk.id, Destination(two)))
    #expect(orders == [.load(talk.tab.pending!)])
  }
}
