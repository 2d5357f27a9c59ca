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
      switch extent {
      case .focusedWindow:
        let table = shell.focusedTable(words)
        return table.isEmpty
          ? Answer(none) : Answer(table, width: shell.presentation.columns)
      case .allWindows:
        let lines = shell.windowLines(marksAll: true, words) { _, _ in true }
        return lines.isEmpty ? Answer(none) : Answer(lines: lines + note)
      case .matching(let text):
        let wanted = [Needle](wordsOf: text)
        let lines = shell.windowLines(marksAll: false, words) { tab, browser in
          wanted.areIn(words.names(of: tab, in: browser))
        }
        return lines.isEmpty ? Answer("No tab matches.") : Answer(lines: lines + note)
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
    [browser.title(of: tab, text: self), browser.url(of: tab, text: self)]
      + groupNames(of: tab, in: browser)
  }

  /// The title of a tab's group, where it is in one that has a title.
  func groupNames(of tab: Tab, in browser: Browser) -> [String] {
    guard let group = browser.group(tab.group) else { return [] }
    let title = browser.title(of: group, text: self)
    return title.isEmpty ? [] : [title]
  }
}
