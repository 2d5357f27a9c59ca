internal import BrowserModel
internal import Store

/// What `tabs` shows: the tabs of the focused window, those of all windows, or those that words name.
struct TabList {
  private let shell: Shell
  private let extent: Extent

  /// Which tabs are listed.
  enum Extent {
    case focusedWindow
    case allWindows
    /// The tabs of all windows that have these words in title, URL or the title of their group.
    case matching(String)
  }

  init(_ shell: Shell, _ extent: Extent) {
    self.shell = shell
    self.extent = extent
  }

  /// - Parameters:
  ///   - none: What is said where no tab is open.
  ///   - note: A line below the list.
  func answer(
    ifNone none: VisibleText = "No tab is open.", below note: VisibleText = ""
  ) throws(CommandFailure) -> Answer {
    try shell.read { words in
      if shell.printsJSON {
        let tabs = tabs(words)
        return Answer { shell.json(words).tabs(&$0, tabs) }
      }
      let lines = tabLines(words)
      guard lines.isEmpty else {
        return Answer(lines: lines.text + note)
      }
      if case .matching = extent { return Answer("No tab matches.") }
      return Answer(none)
    }
  }

  /// The same with a picture under each tab whose page has one, where a terminal is there to draw it on.
  func illustratedAnswer() throws(CommandFailure) -> Answer {
    guard shell.presentation.columns != nil, !shell.printsJSON else { return try answer() }
    let lines = try shell.read { tabLines($0) }
    let pictures = lines.map { $0.tab?.currentEntry?.picture ?? .nothing }
    guard pictures.contains(where: \.exists) else {
      var answer = try answer()
      if !lines.isEmpty { answer.output += shell.style.apply(.dim, to: Self.noPictures) + "\n" }
      return answer
    }
    var answer = Answer()
    answer.illustrations = IllustratedLines(zip(lines.map(\.line), pictures))
    return answer
  }

  private static let noPictures: VisibleText =
    "No picture of these pages was taken; “help page thumbnail” says how one is."

  private func tabLines(_ words: LogText) -> [TabLine] {
    switch extent {
    case .focusedWindow: return shell.focusedLines(words)
    case .allWindows: return shell.windowLines(marksAll: true, words) { _, _ in true }
    case .matching(let text):
      let wanted = [Needle](wordsOf: text)
      return shell.windowLines(marksAll: false, words) { tab, browser in
        wanted.areIn(words.names(of: tab, in: browser))
      }
    }
  }

  private func tabs(_ words: LogText) -> [Tab] {
    let all = [shell.durableBrowser, shell.privateBrowser]
    switch extent {
    case .focusedWindow:
      let browser = shell.browser
      return (browser.window(browser.focusedWindow)?.tabs ?? []).compactMap { browser.tab($0) }
    case .allWindows: return all.flatMap(\.tabs)
    case .matching(let text):
      let wanted = [Needle](wordsOf: text)
      return all.flatMap { browser in
        browser.tabs.filter { wanted.areIn(words.names(of: $0, in: browser)) }
      }
    }
  }
}

extension LogText {
  /// What words can name a tab by: its title, its URL, and the title of its group.
  func names(of tab: Tab, in browser: Browser) -> [String] {
    pageNames(of: tab, in: browser) + groupNames(of: tab, in: browser)
  }

  /// The title and the URL of a tab's page. Nearly no page is a forgotten one, so its URL is read once.
  private func pageNames(of tab: Tab, in browser: Browser) -> [String] {
    if let entry = tab.currentEntry, let url = text(.url, of: entry.content), !url.isEmpty {
      return [browser.title(of: entry, text: self), url]
    }
    return [browser.title(of: tab, text: self), browser.url(of: tab, text: self)]
  }

  /// The title of a tab's group, where it is in one that has a title.
  func groupNames(of tab: Tab, in browser: Browser) -> [String] {
    guard let group = browser.group(tab.group) else { return [] }
    let title = browser.title(of: group, text: self)
    return title.isEmpty ? [] : [title]
  }
}
