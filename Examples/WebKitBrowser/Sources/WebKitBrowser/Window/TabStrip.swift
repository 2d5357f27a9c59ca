import CWebKitGTK
import Retrace

/// The row of tabs. It shows what the model says, and asks for what a person wants.
final class TabStrip {
  let widget: Widget
  private let row = Widget.row(spacing: 4, class: "tabs")
  private let scroller: Widget
  private unowned let window: BrowserWindow
  private var items: [TabID: TabItem] = [:]
  private var chips: [GroupID: GroupChip] = [:]
  private var order: [Widget] = []
  private var active: TabID?

  init(_ window: BrowserWindow) {
    self.window = window
    scroller = .scroller(row, across: GTK_POLICY_EXTERNAL, down: GTK_POLICY_NEVER)
    gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    widget = .row([
      scroller,
      .button(icon: "tab-new-symbolic", "New tab (Ctrl+T)") { window.run("new-tab") },
    ])
    row.setName("Tabs", isShown: false)
  }

  /// Shows the tabs of a window.
  func show(_ tabs: [Session.Tab], _ groups: [GroupID: Session.Group]) {
    var order: [Widget] = []
    var group: GroupID?
    var places: [TabID: Int] = [:]
    for (place, tab) in tabs.enumerated() {
      places[tab.id] = place
      if tab.group != group, let next = tab.group.flatMap({ groups[$0] }) {
        order.append(chip(next).widget)
      }
      group = tab.group
      let item = items[tab.id] ?? add(tab.id)
      let isHidden = tab.group.flatMap { groups[$0]?.isCollapsed } ?? false
      item.show(
        tab, place: place, color: tab.group.flatMap { groups[$0]?.color }, isHidden: isHidden)
      order.append(item.widget)
    }
    for (id, item) in items where places[id] == nil {
      items[id] = nil
      item.leave(row)
    }
    for (id, chip) in chips where groups[id] == nil || !order.contains(chip.widget) {
      chips[id] = nil
      row.remove(chip.widget)
    }
    arrange(order)
    let front = tabs.first(where: \.isActive)?.id
    guard front != active else { return }
    active = front
    bringIntoView()
  }

  private func arrange(_ order: [Widget]) {
    guard order != self.order else { return }
    self.order = order
    var former: Widget?
    for widget in order {
      row.place(widget, after: former)
      former = widget
    }
  }

  private func add(_ tab: TabID) -> TabItem {
    let item = TabItem(tab, window)
    items[tab] = item
    row.append(item.widget)
    return item
  }

  private func chip(_ group: Session.Group) -> GroupChip {
    let chip = chips[group.id] ?? GroupChip(group.id, window)
    if chips[group.id] == nil { row.append(chip.widget) }
    chips[group.id] = chip
    chip.show(group)
    return chip
  }

  /// The row scrolls to the tab in front when another one comes there.
  func bringIntoView() {
    guard let item = active.flatMap({ items[$0] }) else { return }
    Loop.after(milliseconds: 30) { [scroller, row] in
      var bounds = graphene_rect_t()
      guard place(of: item.widget, in: row, &bounds) else { return }
      let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque)!
      let first = gtk_adjustment_get_value(adjustment)
      let room = gtk_adjustment_get_page_size(adjustment)
      let start = Double(bounds.origin.x)
      let end = start + Double(bounds.size.width)
      if start < first { gtk_adjustment_set_value(adjustment, start - 8) }
      if end > first + room { gtk_adjustment_set_value(adjustment, end - room + 8) }
    }
  }
}

private func place(of widget: Widget, in row: Widget, _ bounds: inout graphene_rect_t) -> Bool {
  gtk_widget_get_parent(widget.pointer) == row.pointer
    && gtk_widget_compute_bounds(widget.pointer, row.pointer, &bounds) != 0
}

/// One tab of the row.
final class TabItem {
  let widget: Widget
  /// No button, as that would not let itself be dragged.
  private let select: Widget
  private let title = Widget.label()
  private let close: Widget
  private let sign = Widget.icon("content-loading-symbolic")
  private let id: TabID
  private var shown: Session.Tab?
  private var color: TabGroup.Color?
  private var place = 0
  private var isHidden = false

  init(_ id: TabID, _ window: BrowserWindow) {
    self.id = id
    select = .tab([sign, title.expanding()]) { window.perform(.select(id)) }
    close = .button(icon: "window-close-symbolic", "Close tab") { window.perform(.closeTabs([id])) }
    close.set(class: "circular")
    widget = .row([select.expanding(), close], class: "tab").expanding(across: false)
    widget.onPressed(button: 2) { _ in window.perform(.closeTabs([id])) }
    widget.onPressed(button: 3) { [unowned self] _ in TabMenu.open(on: widget, shown, in: window) }
    widget.dragged(as: id.rawValue) { [unowned self] dragged, x in
      window.drop(TabID(dragged), before: x < Double(widget.width) / 2 ? place : place + 1)
    }
  }

  func show(_ tab: Session.Tab, place: Int, color: TabGroup.Color?, isHidden: Bool) {
    self.place = place
    if isHidden != self.isHidden { widget.isVisible = !isHidden }
    self.isHidden = isHidden
    guard tab != shown || color != self.color else { return }
    if let former = self.color { widget.set(class: "group-\(former)", false) }
    if let color { widget.set(class: "group-\(color)") }
    (shown, self.color) = (tab, color)
    let name = tab.shownTitle
    title.label = name
    title.isVisible = !tab.isPinned
    close.isVisible = !tab.isPinned
    widget.set(class: "active", tab.isActive)
    widget.set(class: "pinned", tab.isPinned)
    widget.set(class: "asleep", tab.status == .discarded)
    widget.sized(tab.isPinned ? 44 : 186)
    gtk_image_set_from_icon_name(sign.opaque, tab.sign)
    sign.isVisible = tab.isPinned || tab.status == .loading || tab.status == .failed || tab.isMuted
    let states = [
      tab.isActive ? "in front" : nil, tab.isPinned ? "pinned" : nil, tab.isMuted ? "muted" : nil,
      tab.status == .loading ? "loading" : nil,
    ]
    select.setName(([name] + states.compactMap { $0 }).joined(separator: ", "), isShown: false)
    gtk_widget_set_tooltip_text(select.pointer, name)
    close.setName("Close \(name)")
  }

  func leave(_ row: Widget) { row.remove(widget) }
}

/// The name of a group before its tabs; a click hides or shows them.
private final class GroupChip {
  let widget: Widget
  private var shown: Session.Group?

  init(_ id: GroupID, _ window: BrowserWindow) {
    var isCollapsed: () -> Bool = { false }
    widget = .button("") { window.perform(.collapse(id, !isCollapsed())) }
    widget.set(class: "chip")
    isCollapsed = { [unowned self] in shown?.isCollapsed ?? false }
  }

  func show(_ group: Session.Group) {
    guard group != shown else { return }
    if let former = shown { widget.set(class: "group-\(former.color)", false) }
    shown = group
    widget.set(class: "group-\(group.color)")
    let title = group.title ?? "\(group.color)".capitalized
    gtk_button_set_label(widget.cast(), group.isCollapsed ? "\(title) …" : title)
    widget.setName("Group \(title), \(group.isCollapsed ? "collapsed" : "expanded")")
  }
}

extension String {
  /// With a capital first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension Session.Tab {
  /// What a tab is called where it is shown.
  var shownTitle: String {
    if let title, !title.isEmpty { return title }
    guard let url, url != Destination.startPage else { return "Start page" }
    return url.shortened
  }

  fileprivate var sign: String {
    if status == .loading { return "content-loading-symbolic" }
    if status == .failed { return "dialog-warning-symbolic" }
    if isMuted { return "audio-volume-muted-symbolic" }
    return "view-pin-symbolic"
  }
}

extension String {
  /// An address without its scheme.
  var shortened: String {
    for scheme in ["https://", "http://"] where hasPrefix(scheme) {
      let rest = dropFirst(scheme.count)
      return rest.hasSuffix("/") ? String(rest.dropLast()) : String(rest)
    }
    return self
  }
}
