internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// What `tabs` shows: the tabs of one window, those of all windows, or those of them that words name.
struct ListedTabs {
  private let context: CommandContext
  private let extent: Extent
  /// The order of one list of all tabs; nil lists window by window.
  private let order: TabOrder?

  /// Which tabs are listed.
  enum Extent {
    case focusedWindow
    case window(WindowID)
    case allWindows
    /// The tabs that have these words in title, URL or the title of their group; of all windows where none
    /// is named.
    case matching(String, in: WindowID? = nil)
    /// These tabs.
    case these([TabID])
  }

  init(_ context: CommandContext, _ extent: Extent, order: TabOrder? = nil) {
    self.context = context
    self.extent = extent
    self.order = order
  }

  /// - Parameters:
  ///   - none: What is said where no tab is open.
  ///   - note: A line below the list.
  func answer(
    ifNone none: SafeText = "No tab is open.", below note: SafeText = ""
  ) throws(CommandFailure) -> Answer {
    try context.read { words in
      if context.printsJSON {
        let tabs = sorted(tabs(words), words).map(\.tab)
        return Answer { context.json(words).tabs(&$0, tabs) }
      }
      let lines = tabLines(words)
      guard lines.isEmpty else {
        return Answer(lines: lines.text + note)
      }
      if case .matching(let text, _) = extent { return Answer(noMatch(text)) }
      return Answer(none)
    }
  }

  /// The same with a picture under each tab whose page has one, where a terminal is there to draw it on.
  func illustratedAnswer() throws(CommandFailure) -> Answer {
    guard context.presentation.columns != nil, !context.printsJSON else { return try answer() }
    let lines = try context.read { tabLines($0) }
    let pictures = lines.map { $0.tab?.currentEntry?.picture ?? .nothing }
    guard pictures.contains(where: \.exists) else {
      var answer = try answer()
      if !lines.isEmpty { answer.output += context.style.apply(.dim, to: Self.noPictures) + "\n" }
      return answer
    }
    var answer = Answer()
    answer.illustrations = IllustratedLines(zip(lines.map(\.line), pictures))
    return answer
  }

  /// Whoever types the number of a window wants to see its tabs.
  private func noMatch(_ text: String) -> SafeText {
    guard let number = Int(text), context.windows.indices.contains(number - 1) else {
      return "No tab matches."
    }
    return "No tab matches; “tabs --window \(number)” lists those of window \(number)."
  }

  private static let noPictures: SafeText =
    "No picture of these pages was taken; “help page thumbnail” says how one is."

  private func tabLines(_ words: LogText) -> [TabLine] {
    let table = TabTable(context, words)
    if order != nil { return table.lines(sorted(tabs(words), words)) }
    switch extent {
    case .focusedWindow: return table.focusedLines()
    case .window(let window):
      return table.windowLines(marksAll: true) { tab, _ in tab.window == window }
    case .allWindows: return table.windowLines(marksAll: true) { _, _ in true }
    case .matching(let text, let window):
      return table.windowLines(marksAll: false, where: matching(text, in: window, words))
    case .these(let tabs):
      let wanted = Set(tabs)
      return table.windowLines(marksAll: false) { tab, _ in wanted.contains(tab.id) }
    }
  }

  /// The tabs in the order that was asked for, each with the time that decided its place.
  private func sorted(
    _ tabs: [Tab], _ words: LogText
  ) -> [(tab: Tab, browser: Browser, time: Timestamp?)] {
    let tabs = tabs.map { (tab: $0, browser: context.browser(of: $0.id)) }
    return order?.sorted(tabs, words) ?? tabs.map { ($0.tab, $0.browser, nil) }
  }

  private func tabs(_ words: LogText) -> [Tab] {
    let all = [context.durableBrowser, context.privateBrowser]
    switch extent {
    case .focusedWindow: return tabs(of: context.browser.focusedWindow)
    case .window(let window): return tabs(of: window)
    case .allWindows: return all.flatMap(\.tabs)
    case .matching(let text, let window):
      let isWanted = matching(text, in: window, words)
      return all.flatMap { browser in browser.tabs.filter { isWanted($0, browser) } }
    case .these(let tabs): return tabs.compactMap { context.browser(of: $0).tab($0) }
    }
  }

  /// Which tabs words name, of one window or of all.
  private func matching(
    _ text: String, in window: WindowID?, _ words: LogText
  ) -> (Tab, Browser) -> Bool {
    let wanted = [SearchPattern](wordsOf: text)
    return { tab, browser in
      (window == nil || tab.window == window)
        && wanted.areIn(words.names(of: tab.id, in: browser).all)
    }
  }

  private func tabs(of window: WindowID) -> [Tab] {
    let browser = context.browser(of: window)
    return (browser.window(window)?.tabs ?? []).compactMap { browser.tab($0) }
  }
}

extension LogText {
  /// What words can name an open tab by. Its history is only copied where it shows no page, or one that was
  /// forgotten.
  func names(of tab: TabID, in browser: Browser) -> TabNames {
    let group = browser.group(of: tab).map { browser.title(of: $0, text: self) } ?? ""
    let groups = group.isEmpty ? [] : [group]
    if let entry = browser.currentEntry(of: tab), let url = text(.url, of: entry.content),
      !url.isEmpty
    {
      return TabNames(title: browser.title(of: entry, text: self), url: url, group: groups)
    }
    guard let tab = browser.tab(tab) else { return TabNames(title: "", url: "", group: groups) }
    return TabNames(
      title: browser.title(of: tab, text: self), url: browser.url(of: tab, text: self),
      group: groups)
  }
}
