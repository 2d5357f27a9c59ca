import CWebKitGTK
import Retrace

/// A tab in the tab strip.
final class TabItem {
  let widget: Widget
  /// The area to click. It is not a button, because a button could not be dragged.
  private let select: Widget
  private let title = Widget.label(limit: 1)
  private let close: Widget
  private let sign = Widget.icon("content-loading-symbolic")
  private let id: TabID
  private var shown: Session.Tab?
  private var look: Look?
  private var place = 0

  /// Everything that the item displays.
  private struct Look: Equatable {
    var tab: Session.Tab
    var title: String
    var width: Int
    var color: TabGroup.Color?
    var isHanging: Bool
  }

  init(_ id: TabID, _ window: BrowserWindow) {
    self.id = id
    select = .tab([sign, title.expanding()]) { window.perform(.select(id)) }
    close = .button(icon: "window-close-symbolic", "Close tab") { window.perform(.closeTabs([id])) }
    close.set(class: "circular")
    widget = .row([select.expanding(), close], class: "tab").expanding(across: false)
    widget.onPressed(button: 2) { _ in window.perform(.closeTabs([id])) }
    widget.onPressed(button: 3) { [unowned self] _ in TabMenu.open(on: widget, shown, in: window) }
    widget.dragged(as: id.rawValue) { [unowned self] dragged, x in
      let isBefore = (x < Double(widget.width) / 2) != Style.isRightToLeft
      window.drop(TabID(dragged), before: isBefore ? place : place + 1)
    }
  }

  func show(
    _ tab: Session.Tab, in window: BrowserWindow, width: Int, place: Int, color: TabGroup.Color?
  ) {
    self.place = place
    let isHanging = window.browser.engine.views[id]?.isResponsive == false
    let name = window.profile.title(of: tab)
    let look = Look(tab: tab, title: name, width: width, color: color, isHanging: isHanging)
    guard look != self.look else { return }
    if let former = self.look?.color { widget.set(class: "group-\(former)", false) }
    if let color { widget.set(class: "group-\(color)") }
    (shown, self.look) = (tab, look)
    title.label = name
    title.isVisible = !tab.isPinned
    // A narrow tab needs its space for the title. The tab in front always has its close button.
    close.isVisible = !tab.isPinned && (tab.isActive || width >= 120)
    widget.set(class: "active", tab.isActive)
    widget.set(class: "pinned", tab.isPinned)
    widget.set(class: "asleep", tab.status == .discarded || isHanging)
    widget.sized(width)
    gtk_image_set_from_icon_name(sign.opaque, isHanging ? "dialog-warning-symbolic" : tab.sign)
    sign.isVisible =
      tab.isPinned || tab.status == .loading || tab.status == .failed || tab.isMuted || isHanging
    let states = [
      tab.isActive ? "in front" : nil, tab.isPinned ? "pinned" : nil, tab.isMuted ? "muted" : nil,
      tab.status == .loading ? "loading" : nil, isHanging ? "not responding" : nil,
    ]
    select.setName(([name] + states.compactMap { $0 }).joined(separator: ", "), isShown: false)
    gtk_widget_set_tooltip_text(select.pointer, name)
    close.setName("Close \(name)")
  }

}
