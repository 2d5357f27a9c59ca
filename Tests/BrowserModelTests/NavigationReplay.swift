import BrowserModel
import TestSupport

/// Performs the steps of a trace in the model, including the reports of pages.
struct NavigationReplay {
  private(set) var driver = ModelDriver()
  /// The number of travels after which the browser loaded the page again, as its new title shows.
  private(set) var loadedAgain = 0
  private let id: TabID

  /// A trace starts in a new tab at `about:blank`.
  init() throws {
    try driver.perform(.open(OpenTab(Destination("about:blank"))))
    id = driver.browser.windows[0].activeTab
  }

  var history: NavigationTrace.History {
    let browser = driver.browser
    guard let tab = browser.tab(id) else {
      return NavigationTrace.History(index: -1, entries: [])
    }
    return NavigationTrace.History(
      index: tab.index,
      entries: tab.entries.map { row in
        NavigationTrace.History.Entry(
          url: browser.url(of: row, text: driver.log),
          title: browser.title(of: row, text: driver.log))
      })
  }

  /// A step that the model refuses changes nothing, as in the browser.
  mutating func perform(_ step: NavigationTrace.Step) throws {
    let document = driver.browser.tab(id)?.currentEntry?.document
    var events: [Event] = []
    do throws(Refusal) {
      for action in actions(step.do) { events += try driver.perform(action) }
    } catch {
      return
    }
    if loadsDocument(events) {
      try reportTitle()
    } else if step.do.kind == "go", driver.browser.tab(id)?.currentEntry?.document != document {
      try reportTitleIfLoadedAgain(step.history)
    }
  }

  private var url: String {
    driver.browser.tab(id).map { driver.browser.url(of: $0, text: driver.log) } ?? ""
  }

  private func actions(_ deed: NavigationTrace.Deed) -> [Action] {
    switch (deed.kind, deed.url ?? deed.path ?? deed.fragment ?? "") {
    case ("type", let url): [.go(id, Destination(url))]
    case ("redirect", let url):
      [
        .startLoad(id, Destination(url)), .commitLoad(id, redirectedTo: [deed.to ?? url]),
        .finishLoad(id),
      ]
    case ("link", let url): [follow(url, .link)]
    case ("replace", let url): [follow(url, .replace)]
    case ("push", let path): [follow(origin + path, .pushState)]
    case ("replaceState", let path): [follow(origin + path, .replaceState)]
    case ("fragment", let fragment): [follow(url.prefix { $0 != "#" } + fragment, .link)]
    case ("reload", _): [.reload(id)]
    case ("go", _): [.travel(id, by: deed.by ?? 0)]
    default: []
    }
  }

  private func follow(_ url: String, _ manner: Following.Manner) -> Action {
    .follow(id, Destination(url, transition: .link), Following(manner))
  }

  /// The scheme and host of the current page.
  private var origin: String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .prefix(3).joined(separator: "/")
  }

  /// Whether an engine would have loaded a document for these events.
  private func loadsDocument(_ events: [Event]) -> Bool {
    events.contains { event in
      switch event.body {
      case .navigation(.committed(let body)): !body.isSameDocument
      case .navigation(.reloaded): true
      default: false
      }
    }
  }

  /// The title of a page is its host and path, with its query and without its fragment.
  private var ownTitle: String {
    guard url.hasPrefix("http") else { return "" }
    return String(url.prefix { $0 != "#" }.dropFirst("http://".count))
  }

  private mutating func reportTitle() throws {
    if !ownTitle.isEmpty { try driver.perform(.reportTitle(id, ownTitle), by: .page) }
  }

  /// Only the browser knew whether a page reached by Back was still in memory or had to be loaded
  /// again. Only a loaded page reports its title.
  private mutating func reportTitleIfLoadedAgain(_ recorded: NavigationTrace.History) throws {
    guard history != recorded, recorded.entries.indices.contains(recorded.index),
      recorded.entries[recorded.index].title == ownTitle
    else { return }
    loadedAgain += 1
    try reportTitle()
  }
}
