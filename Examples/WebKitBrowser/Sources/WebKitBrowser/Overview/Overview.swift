import CWebKitGTK
import Retrace

/// All tabs of all windows as pictures, taken when the overview opens, and the tabs of other devices.
final class Overview {
  let widget: Widget
  var isShown = false
  private let grid: CardGrid
  private let others: OtherDevices
  private static let cardLimit = 120
  private unowned let window: BrowserWindow

  init(_ window: BrowserWindow) {
    self.window = window
    grid = CardGrid(
      picture: { [unowned window] in window.profile.picture($0) },
      chosen: { [unowned window] tab in
        window.leaveOtherPages()
        window.perform(.select(tab))
        window.browser.present(tab)
      }, close: { [unowned window] tab in window.perform(.closeTabs([tab])) })
    others = OtherDevices(window)
    widget = .column([grid.widget, others.widget], class: "overview")
  }

  func show(_ session: Session) {
    // If there are very many tabs, only the tabs around the active tab are shown.
    let all = session.state.browser.windows.flatMap(\.tabs)
    let front = all.firstIndex { $0 == window.activeTab?.id } ?? 0
    let start = max(0, min(front - Self.cardLimit / 2, all.count - Self.cardLimit))
    let tabs = all.dropFirst(start).prefix(Self.cardLimit).compactMap { window.tab($0) }
    grid.show(
      tabs.map { tab in
        CardGrid.Card(
          tab: tab.id, title: window.profile.title(of: tab),
          subtitle: tab.window == window.id ? tab.url?.shortened ?? "" : "in another window",
          picture: session.state.browser.tab(tab.id)?.currentEntry?.picture ?? .nothing,
          isInFront: tab.isActive && tab.window == window.id)
      })
    others.show()
  }
}

extension BrowserWindow {
  func toggleOverview() {
    let opens = !overview.isShown
    leaveOtherPages()
    if panel.closesOnChoice { panel.close() }
    overview.isShown = opens
    if opens { browser.takePictures() }
    profile.changed()
  }
}
