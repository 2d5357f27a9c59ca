import Retrace

/// A command of a window, available from keys, menus and buttons.
struct WindowCommand {
  let name: String
  let title: String
  let keys: [String]
  let run: (BrowserWindow) -> Void
  /// Whether the command is available while a question must be answered.
  var worksAlways: Bool { ["quit", "dark", "full-screen"].contains(name) }

  init(
    _ name: String, _ title: String, _ keys: String = "", _ run: @escaping (BrowserWindow) -> Void
  ) {
    (self.name, self.title, self.run) = (name, title, run)
    self.keys = keys.split(separator: " ").map { String($0) }
  }

  /// The commands in the menu, by sections.
  static let sections: [[WindowCommand]] = [
    [
      WindowCommand("new-tab", "New tab", "<Control>t") { $0.openTab() },
      WindowCommand("new-window", "New window", "<Control>n") { $0.openWindow(isPrivate: false) },
      WindowCommand("private-window", "New private window", "<Control><Shift>n") {
        $0.openWindow(isPrivate: true)
      },
      WindowCommand("reopen", "Reopen closed tab or window", "<Control><Shift>t") { $0.reopen() },
    ],
    [
      WindowCommand("undo", "Undo", "<Control>z") { $0.browser.profile.undo() },
      WindowCommand("redo", "Redo", "<Control><Shift>z <Control>y") { $0.browser.profile.redo() },
    ],
    [
      WindowCommand("overview", "All tabs", "<Control><Shift>o") { $0.toggleOverview() },
      WindowCommand("past", "Time", "<Control>h") { $0.togglePast() },
      WindowCommand("trail", "Trail of this tab", "<Control><Shift>h") { $0.showTrail() },
      WindowCommand("search", "Search open, closed and past", "<Control><Shift>f") {
        $0.showSearch()
      },
      WindowCommand("why", "Why is this tab like this?", "<Control><Shift>y") { $0.showReasons() },
    ],
    [
      WindowCommand("find", "Find in page", "<Control>f") { $0.find() },
      WindowCommand("find-next", "Find the next match", "F3") { $0.findNext() },
      WindowCommand("zoom-in", "Zoom in", "<Control>plus <Control>equal <Control>KP_Add") {
        $0.zoom(.stepIn)
      },
      WindowCommand("zoom-out", "Zoom out", "<Control>minus <Control>KP_Subtract") {
        $0.zoom(.stepOut)
      },
      WindowCommand("zoom-reset", "Actual size", "<Control>0") { $0.zoom(.reset) },
      WindowCommand("full-screen", "Full screen", "F11") { $0.native.isFullScreen.toggle() },
      WindowCommand("dark", "Dark or light", "<Control><Shift>d") { _ in Style.isDark.toggle() },
    ],
    [
      WindowCommand("bookmark", "Bookmark this page", "<Control>d") { $0.toggleBookmark() },
      WindowCommand("bookmarks", "Bookmarks", "<Control><Shift>b") { $0.showBookmarks() },
    ],
    [WindowCommand("quit", "Quit", "<Control>q") { $0.browser.quit() }],
  ]

  /// The commands that are not in the menu.
  static let others: [WindowCommand] =
    [
      WindowCommand("address", "Address", "<Control>l F6 <Alt>d") { $0.focusAddress() },
      WindowCommand("back", "Back", "<Alt>Left") { $0.step(by: -1) },
      WindowCommand("forward", "Forward", "<Alt>Right") { $0.step(by: 1) },
      WindowCommand("proposals", "Proposals", "<Control><Shift>a") { $0.proposals.open() },
      WindowCommand("reload", "Reload", "F5 <Control>r") { $0.reload() },
      WindowCommand("stop", "Stop", "<Control>period") { $0.stop() },
      WindowCommand("find-previous", "Find the previous match", "<Shift>F3") {
        $0.findNext(backwards: true)
      },
      WindowCommand("home", "Start page", "<Alt>Home") { _ = $0.go(Destination.startPage) },
      WindowCommand("close-tab", "Close tab", "<Control>w <Control>F4") {
        $0.performOnTab { .closeTabs([$0]) }
      },
      WindowCommand("next-tab", "Next tab", "<Control>Tab <Control>Page_Down") {
        $0.selectTab(by: 1)
      },
      WindowCommand("previous-tab", "Previous tab", "<Control><Shift>Tab <Control>Page_Up") {
        $0.selectTab(by: -1)
      },
      WindowCommand("tab-right", "Move tab right", "<Control><Shift>Page_Down") {
        $0.performOnTab { .moveBy($0, places: 1) }
      },
      WindowCommand("tab-left", "Move tab left", "<Control><Shift>Page_Up") {
        $0.performOnTab { .moveBy($0, places: -1) }
      },
      WindowCommand("pin", "Pin or unpin", "<Control><Shift>p") { $0.togglePin() },
      WindowCommand("group", "New group", "<Control>g") { $0.performOnTab { .group([$0]) } },
      WindowCommand("duplicate", "Duplicate", "<Control><Shift>k") {
        $0.performOnTab { .duplicate($0, isLoading: true) }
      },
      WindowCommand("why-zoom", "Why this zoom?", "<Control><Alt>0") { $0.showReasonsOfZoom() },
    ]
    + (1...9).map { number in
      WindowCommand("tab-\(number)", "Tab \(number)", "<Alt>\(number)") { $0.selectTab(at: number) }
    }
}
