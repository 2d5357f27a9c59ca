package import BrowserModel
internal import CommandKit
internal import Notation
package import RetraceStore

/// The answer of `tabs`: the tabs of one window, the tabs of all windows, or the tabs that match
/// words.
struct ListedTabs {
  private let context: CommandContext
  private let extent: Extent
  /// The order of a single list of all tabs, or nil for a list by window.
  private let order: TabOrder?

  /// Specifies which tabs are listed.
  enum Extent {
    case focusedWindow
    case window(WindowID)
    case allWindows
    /// The tabs with these words in their title, URL or group title. If no window is specified, the
    /// tabs of all windows.
    case matching(String, in: WindowID? = nil)
    /// The tabs with these ids.
    case these([TabID])
  }

  init(_ context: CommandContext, _ extent: Extent, order: TabOrder? = nil) {
    self.context = context
    self.extent = extent
    self.order = order
  }

  /// - Parameters:
  ///   - none: The message if no tab is open.
  ///   - note: A line below the list.
  func answer(
    ifNone none: SafeText = "No tab is open.", below note: SafeText = ""
  ) throws -> Answer {
    try context.read { words in
      if context.printsJSON {
        let tabs = sorted(tabs(words), words).map(\.tab)
        return context.answer(listing: tabs, TabAnswer.list) { context.shown(words).tabs($0) }
      }
      let lines = tabLines(words)
      guard lines.isEmpty else {
        return Answer(lines: lines.text + note)
      }
      if case .matching(let text, _) = extent { return Answer(noMatch(text)) }
      return Answer(none)
    }
  }

  /// Returns the same list with a picture below each tab whose page has one, if the terminal can
  /// show pictures.
  func illustratedAnswer() throws -> Answer {
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

  /// Returns the message if nothing matches. If the text is the number of a window, the message
  /// explains how to list its tabs.
  private func noMatch(_ text: String) -> SafeText {
    guard let number = Int(text), context.windows.indices.contains(number - 1) else {
      return "No tab matches."
    }
    return "No tab matches; “tabs --window \(number)” lists the tabs of window \(number)."
  }

  private static let noPictures: SafeText =
    "There are no pictures of these pages; “help page thumbnail” explains how to add one."

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

  /// Returns the tabs in the requested order, each with the time used for sorting.
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

  /// Returns a closure that checks whether a tab matches words, in one window or in all windows.
  private func matching(
    _ text: String, in window: WindowID?, _ words: LogText
  ) -> (Tab, Browser) -> Bool {
    let wanted = [SearchPattern](wordsOf: text)
    return { tab, browser in
      (window == nil || tab.window == window)
        && words.names(of: tab.id, in: browser, contain: wanted)
    }
  }

  private func tabs(of window: WindowID) -> [Tab] {
    let browser = context.browser(of: window)
    return (browser.window(window)?.tabs ?? []).compactMap { browser.tab($0) }
  }
}

extension LogText {
  /// Whether each word occurs in the title, the URL or the group title of an open tab.
  package func names(
    of tab: TabID, in browser: Browser, contain words: [SearchPattern]
  ) -> Bool {
    guard let entry = browser.currentEntry(of: tab) else {
      return words.areIn(names(of: tab, in: browser).all)
    }
    // Most tabs do not match, so their texts are not copied.
    var left = words
    let hasURL =
      withBytes(of: .url, in: entry.content) { url in
        left.removeAll { $0.isIn(url) }
        return url.byteCount > 0
      } ?? false
    guard hasURL else { return words.areIn(names(of: tab, in: browser).all) }
    if !left.isEmpty, entry.title.exists {
      _ = withBytes(of: .title, in: entry.title) { title in left.removeAll { $0.isIn(title) } }
    }
    guard !left.isEmpty, let group = browser.group(of: tab) else { return left.isEmpty }
    let title = browser.title(of: group, text: self)
    return left.allSatisfy { $0.isIn(title) }
  }

  /// Returns the texts of an open tab that words are matched against. Copies the tab's history only
  /// if the tab shows no page, or a forgotten page.
  package func names(of tab: TabID, in browser: Browser) -> TabNames {
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
