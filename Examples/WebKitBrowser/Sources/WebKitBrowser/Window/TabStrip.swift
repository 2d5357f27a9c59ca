import CWebKitGTK
import Retrace

/// The tab strip. It displays the tabs of the model, and forwards the user's actions.
///
/// Only visible tabs have widgets, so a thousand tabs cost no more than ten.
final class TabStrip {
  let widget: Widget
  private let row = Widget.row(class: "tabs")
  private let scroller: Widget
  private let newTab: Widget
  /// The spacers, which are as wide as the tabs before and after the visible ones.
  private let (before, after) = (Widget.row(), Widget.row())
  private unowned let window: BrowserWindow
  private var slots: [Slot] = []
  private var items: [TabID: TabItem] = [:]
  private var chips: [GroupID: GroupChip] = [:]
  private var order: [Widget] = []
  private var groups: [GroupID: Session.Group] = [:]
  private var active: TabID?
  private var isFilling = false

  /// The available width for the strip, in points.
  var room = 0 {
    didSet {
      guard room != oldValue else { return }
      placeSlots()
      fillSoon()
      bringIntoView()
    }
  }

  /// The widths of a tab, a pinned tab and a group's name, in points. Tabs shrink before the strip
  /// scrolls.
  private enum Width {
    static let tab = 76...190
    static let pinned = 48
    static let chip = 88
  }

  /// The position in the strip, in points, of a tab, or of the name of a group before its tabs.
  private struct Slot {
    enum Kind { case tab, pinned, collapsed, chip }
    var kind: Kind
    var tab: (id: TabID, place: Int)?
    var group: GroupID?
    var start = 0
    var width = 0
    var end: Int { start + width }
  }

  init(_ window: BrowserWindow) {
    self.window = window
    scroller = .scroller(row, across: GTK_POLICY_EXTERNAL, down: GTK_POLICY_NEVER)
    gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    newTab = .button(icon: "tab-new-symbolic", "New tab (Ctrl+T)") { window.run("new-tab") }
    widget = .row([scroller, newTab])
    row.setName("Tabs", isShown: false)
    row.append([before, after])
    scroller.onWheel { [unowned self] distance in position += distance * 90 }
    for signal in ["value-changed", "changed"] {
      on(adjustment, signal) { [unowned self] in fillSoon() }
    }
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_hadjustment(scroller.opaque)
  }

  /// The width of the visible part of the strip.
  private var visibleWidth: Double { gtk_adjustment_get_page_size(adjustment) }

  /// The scroll position from the start of the strip, which is at the right in some languages.
  private var position: Double {
    get { mirrored(gtk_adjustment_get_value(adjustment)) }
    set { gtk_adjustment_set_value(adjustment, mirrored(newValue)) }
  }

  private func mirrored(_ value: Double) -> Double {
    guard Style.isRightToLeft else { return value }
    return gtk_adjustment_get_upper(adjustment) - visibleWidth - value
  }

  /// Shows the tabs of a window.
  func show(_ window: Browser.Window, _ groups: [GroupID: Session.Group], _ browser: Browser) {
    self.groups = groups
    slots = []
    var group: GroupID?
    for (place, tab) in window.tabs.enumerated() {
      let next = groups.isEmpty ? nil : browser.tab(tab)?.group
      if next != group, next != nil { slots.append(Slot(kind: .chip, group: next)) }
      group = next
      let isCollapsed = next.flatMap { groups[$0]?.isCollapsed } ?? false
      let kind: Slot.Kind = isCollapsed ? .collapsed : place < window.pinnedCount ? .pinned : .tab
      slots.append(Slot(kind: kind, tab: (tab, place), group: next))
    }
    placeSlots()
    let isOther = window.activeTab != active
    active = window.activeTab
    if !isLaidOut { foresee() }
    fill()
    if isOther { bringIntoView() }
  }

  private var isLaidOut: Bool { widget.width > 0 }

  /// Sets the position to the tab in front, for the width that the window will have, so that the
  /// first frame is correct and contains no unnecessary tabs.
  private func foresee() {
    room = window.native.barRoom(inWidth: window.native.size.width)
    let width = Double(room - newTab.naturalWidth)
    let length = Double(slots.last?.end ?? 0)
    gtk_adjustment_configure(adjustment, 0, 0, max(length, width), 90, width, width)
    showActiveTab()
  }

  /// Computes the position and width of each tab.
  private func placeSlots() {
    let count = slots.count { $0.kind == .tab }
    let fixed = slots.reduce(0) { sum, slot in
      sum + (slot.kind == .chip ? Width.chip : slot.kind == .pinned ? Width.pinned : 0)
    }
    let share = (room - newTab.naturalWidth - fixed) / max(1, count)
    let width = min(max(share, Width.tab.lowerBound), Width.tab.upperBound)
    var end = 0
    for place in slots.indices {
      slots[place].start = end
      slots[place].width =
        switch slots[place].kind {
        case .tab: width
        case .pinned: Width.pinned
        case .collapsed: 0
        case .chip: Width.chip
        }
      end = slots[place].end
    }
  }

  private func fillSoon() {
    guard !isFilling else { return }
    isFilling = true
    window.after { [weak self] in self?.fill() }
  }

  /// Creates widgets for the visible tabs, and removes the other widgets.
  private func fill() {
    isFilling = false
    let beyond = isLaidOut ? 400 : 100
    let (first, last) = (Int(position) - beyond, Int(position + visibleWidth) + beyond)
    let seen = slots.filter { $0.width > 0 && $0.end > first && $0.start < last }
    before.sized(seen.first?.start ?? 0)
    after.sized((slots.last?.end ?? 0) - (seen.last?.end ?? 0))
    let tabs = Set(seen.compactMap { $0.tab?.id })
    for (id, item) in items where !tabs.contains(id) {
      items[id] = nil
      row.remove(item.widget)
    }
    let names = Set(seen.compactMap { $0.tab == nil ? $0.group : nil })
    for (id, chip) in chips where !names.contains(id) {
      chips[id] = nil
      row.remove(chip.widget)
    }
    arrange([before] + seen.compactMap { widget(in: $0) } + [after])
  }

  private func widget(in slot: Slot) -> Widget? {
    guard let (id, place) = slot.tab else { return slot.group.flatMap { groups[$0] }.map(chip) }
    guard let tab = window.tab(id) else { return nil }
    let item = items[id] ?? TabItem(id, window)
    if items[id] == nil { row.append(item.widget) }
    items[id] = item
    item.show(
      tab, in: window, width: slot.width, place: place,
      color: slot.group.flatMap { groups[$0]?.color })
    return item.widget
  }

  private func chip(_ group: Session.Group) -> Widget {
    let chip = chips[group.id] ?? GroupChip(group.id, window)
    if chips[group.id] == nil { row.append(chip.widget) }
    chips[group.id] = chip
    chip.show(group)
    return chip.widget
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

  /// Scrolls to the tab in front.
  func bringIntoView() {
    window.after(milliseconds: 30) { [weak self] in self?.showActiveTab() }
  }

  private func showActiveTab() {
    guard let slot = activeSlot else { return }
    if Double(slot.start) < position { position = Double(slot.start) }
    if Double(slot.end) > position + visibleWidth { position = Double(slot.end) - visibleWidth }
  }

  private var activeSlot: Slot? { slots.first { $0.tab?.id == active } }

  /// Whether the tab in front is visible.
  var showsActiveTab: Bool {
    guard isLaidOut, let active, items[active] != nil, let slot = activeSlot else { return false }
    return Double(slot.start) >= position && Double(slot.end) <= position + visibleWidth
  }
}

/// The name of a group before its tabs. A click hides or shows the tabs.
private final class GroupChip {
  let widget: Widget
  private var shown: Session.Group?

  init(_ id: GroupID, _ window: BrowserWindow) {
    var isCollapsed: () -> Bool = { false }
    widget = .button("") { window.perform(.collapse(id, !isCollapsed())) }
    widget.set(class: "chip")
    isCollapsed = { [unowned self] in shown?.isCollapsed ?? false }
    widget.onPressed(button: 3) { [unowned self] _ in
      if let shown { GroupMenu.open(on: widget, shown, in: window) }
    }
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

extension Session.Tab {
  /// The title to display for a tab.
  var shownTitle: String {
    if let title, !title.isEmpty { return title }
    guard let url, url != Destination.startPage else { return "Start page" }
    return url.shortened
  }

  var sign: String {
    if status == .loading { return "content-loading-symbolic" }
    if status == .failed { return "dialog-warning-symbolic" }
    if isMuted { return "audio-volume-muted-symbolic" }
    return "view-pin-symbolic"
  }
}

extension String {
  /// The address without its scheme, or an empty string for the start page.
  var shortened: String {
    if self == Destination.startPage { return "" }
    for scheme in ["https://", "http://"] where hasPrefix(scheme) {
      let rest = dropFirst(scheme.count)
      return rest.hasSuffix("/") ? String(rest.dropLast()) : String(rest)
    }
    return self
  }
}
