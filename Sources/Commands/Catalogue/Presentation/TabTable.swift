internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The tabs of a list, one line per tab, in columns.
struct TabTable {
  private let context: CommandContext
  private let words: LogText

  init(_ context: CommandContext, _ words: LogText) {
    self.context = context
    self.words = words
  }

  /// Returns the tabs of all windows below the names of their windows, each with its position, such
  /// as `2:3`.
  ///
  /// If only one window is open and it has no name, positions are plain numbers.
  ///
  /// - Parameters:
  ///   - isWanted: Selects the tabs to list.
  ///   - marksAll: Whether to mark the active tab of each window, instead of only the active tab of
  ///     the focused window.
  func windowLines(
    marksAll: Bool, where isWanted: (Tab, Browser) -> Bool
  ) -> [TabLine] {
    var lines: [TabLine] = []
    let windows = context.windows
    for (offset, window) in windows.enumerated() {
      let browser = context.browser(of: window.id)
      let marksActive = marksAll || context.hasFocus(window.id)
      let name = windows.count > 1 ? "\(offset + 1):" : ""
      var table = Table([.left, .right, .left, .left, .left])
      var tabs: [Tab] = []
      for (place, id) in window.tabs.enumerated() {
        guard let tab = browser.tab(id), isWanted(tab, browser) else { continue }
        tabs.append(tab)
        table.add(
          row(
            of: tab, in: browser, isActive: marksActive && window.activeTab == id,
            position: "\(name)\(place + 1)"))
      }
      if tabs.isEmpty { continue }
      if windows.count > 1 { lines.append(TabLine(line: windowHeading(offset + 1, window))) }
      lines += zip(table.lines(width: context.presentation.columns), tabs).map(TabLine.init)
    }
    return lines
  }

  /// Returns the tabs of all windows in one list, each with its reference and, if available, a
  /// time.
  func lines(_ tabs: [(tab: Tab, browser: Browser, time: Timestamp?)]) -> [TabLine] {
    var table = Table([.left, .right, .left, .left, .left, .left])
    for (tab, browser, time) in tabs {
      let isActive =
        context.hasFocus(tab.window) && browser.window(tab.window)?.activeTab == tab.id
      var row = row(
        of: tab, in: browser, isActive: isActive,
        position: context.place(of: tab, namesWindow: true).text)
      row.insert(time.map { context.shortTime($0) } ?? "", at: 3)
      table.add(row)
    }
    return zip(table.lines(width: context.presentation.columns), tabs.map(\.tab))
      .map { TabLine(line: $0, tab: $1) }
  }

  /// Returns a heading such as “Window 2 “Research” (private)”.
  private func windowHeading(_ number: Int, _ window: Window) -> SafeText {
    let signs = [
      window.id.isPrivate ? "private" : "", context.hasFocus(window.id) ? "focused" : "",
    ]
    .filter { !$0.isEmpty }
    let sign: SafeText = signs.isEmpty ? "" : " (\(signs.joined(separator: ", ")))"
    let name = context.browser(of: window.id).title(of: window, text: words)
    let title: SafeText = name.isEmpty ? "" : " “\(SafeText(name))”"
    return context.style.apply(.bold, to: "Window \(number)\(title)") + sign
  }

  private func row(
    of tab: Tab, in browser: Browser, isActive: Bool, position: String
  ) -> [SafeText] {
    let label = context.label(of: tab, in: browser, words)
    return [
      context.style.apply(.green, .bold, to: isActive ? "▸" : " "), SafeText(position),
      context.style.apply(.dim, to: "#\(tab.id.rawValue)"),
      context.style.apply(.cyan, to: signs(of: tab, in: browser)),
      isActive ? context.style.apply(.bold, to: label) : label,
    ]
  }

  /// Returns the tabs of the focused window, with plain positions.
  func focusedLines() -> [TabLine] {
    let browser = context.browser
    guard let window = browser.window(browser.focusedWindow) else { return [] }
    var table = Table([.left, .right, .left, .left, .left])
    let tabs = window.tabs.compactMap { browser.tab($0) }
    for (place, tab) in tabs.enumerated() {
      table.add(
        row(
          of: tab, in: browser, isActive: window.activeTab == tab.id, position: "\(place + 1)"))
    }
    return zip(table.lines(width: context.presentation.columns), tabs).map(TabLine.init)
  }

  /// Returns the properties that differ from the default, as words: pinned, muted, group, status.
  private func signs(of tab: Tab, in browser: Browser) -> SafeText {
    var signs: [SafeText] = []
    if tab.isPinned { signs.append("pinned") }
    if tab.isMuted { signs.append("muted") }
    if let group = browser.group(tab.group) {
      let title = browser.title(of: group, text: words)
      signs.append(title.isEmpty ? "[\(SafeText(naming: group.color))]" : "[\(title)]")
    }
    if tab.status != .complete { signs.append(SafeText(naming: tab.status)) }
    if let reason = tab.failure.flatMap({ words.text(.reason, of: $0) }), !reason.isEmpty {
      signs.append("(\(reason))")
    }
    return signs.joined(separator: " ")
  }
}

extension [TabLine] {
  /// The lines, each with its newline.
  var text: SafeText { SafeText(trusted: map { $0.line.text + "\n" }.joined()) }
}
