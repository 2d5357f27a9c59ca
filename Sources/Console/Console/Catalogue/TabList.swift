internal import BrowserModel
internal import Store

/// What `tabs` shows: the tabs of the focused window; with words, those of all windows that have them in
/// title or URL.
struct TabList {
  private let shell: Shell
  /// The words; nil for the focused window.
  private let text: String?

  init(_ shell: Shell, matching text: String?) {
    self.shell = shell
    self.text = text
  }

  func answer() throws(CommandFailure) -> Answer {
    if shell.printsJSON {
      return try shell.readDurableBrowser { browser, words in
        let tabs = tabs(words)
        return Answer { shell.json(of: browser, words).tabs(&$0, tabs) }
      }
    }
    return try shell.read { words in
      let tabs = tabs(words)
      guard tabs.isEmpty else {
        return Answer(shell.table(of: tabs, words), width: shell.presentation.columns)
      }
      return Answer(text == nil ? "No tab is open." : "No tab matches.")
    }
  }

  private func tabs(_ words: LogText) -> [Tab] {
    guard let text else {
      let browser = shell.browser
      return (browser.window(browser.focusedWindow)?.tabs ?? []).compactMap { browser.tab($0) }
    }
    let wanted = [Needle](wordsOf: text)
    return [shell.durableSession, shell.privateBrowser].flatMap { browser in
      browser.tabs.filter { tab in
        wanted.areIn(browser.title(of: tab, text: words), or: browser.url(of: tab, text: words))
      }
    }
  }
}
