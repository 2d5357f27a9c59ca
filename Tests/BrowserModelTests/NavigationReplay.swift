import BrowserModel
import TestSupport

/// Performs in the model the steps that a trace recorded in a browser, including the reports of
/// pages.
struct NavigationReplay {
  private(set) var driver = ModelDriver()
  /// The number of travels that made the browser load a page again, as the new title of the page
  /// shows.
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

  /// The scheme and the host of the page that is shown.
  private var origin: String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .prefix(3).joined(separator: "/")
  }

  /// Whether an engine would have loaded a document because of some events.
  private func loadsDocument(_ events: [Event]) -> Bool {
    events.contains { event in
      switch event.body {
      case .navigation(.committed(let body)): !body.isSameDocument
      case .navigation(.reloaded): true
      default: false
      }
    }
  }

  /// The title that a page reports: its host and path with the query, but without the fragment.
  private var ownTitle: String {
    guard url.hasPrefix("http") else { return "" }
    return String(url.prefix { $0 != "#" }.dropFirst("http://".count))
  }

  private mutating func reportTitle() throws {
    if !ownTitle.isEmpty { try driver.perform(.reportTitle(id, ownTitle), by: .page) }
  }

  /// Reports the title if the browser had to load the page of a travel again. Only the browser knew
  /// whether the page was still in memory, and only a page that is loaded reports its title.
  private mutating func reportTitleIfLoadedAgain(_ recorded: NavigationTrace.History) throws {
    guard history != recorded, recorded.entries.indices.contains(recorded.index),
      recorded.entries[recorded.index].title == ownTitle
    else { return }
    loadedAgain += 1
    try reportTitle()
  }
}
