import CWebKitGTK
import Retrace

/// The page shown after the browser has crashed twice soon after its start. It asks which tabs to
/// restore. Tabs that may be the cause are not checked. No page is loaded before the answer.
final class CrashQuestion {
  let widget: Widget
  private let restoreButton: Widget
  private let suspects: Set<TabID>
  private var boxes: [(tab: TabID, box: Widget)] = []

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - windows: All windows that were open.
  ///   - suspects: The most recently loaded tabs.
  ///   - answered: Receives the tabs to leave out.
  init(_ windows: [Session.Window], suspects: Set<TabID>, answered: @escaping ([TabID]) -> Void) {
    self.suspects = suspects
    var restore: () -> Void = {}
    restoreButton = .button("Restore the checked ones", class: "suggested-action") { restore() }
    let list = Widget.column(spacing: 4, class: "choices")
    let all = windows.flatMap(\.tabs).map(\.id)
    let texts = [
      Widget.label("The browser ended twice", class: "greeting"),
      .label(
        "Both times it had just started, so one of these pages may be the cause. Choose the tabs "
          + "to restore. Other tabs are not lost: they are listed under “Closed lately”, and "
          + "Ctrl+Z restores them.", wraps: true),
    ]
    for text in texts { gtk_label_set_max_width_chars(text.opaque, 64) }
    let buttons = Widget.row(
      [restoreButton, .button("Start with nothing") { answered(all) }], spacing: 8)
    widget = .column(
      texts + [Widget.scroller(list).expanding(across: true, down: true), buttons], spacing: 12,
      class: "question")
    widget.aligned(across: GTK_ALIGN_CENTER)
    for (place, window) in windows.enumerated() { list.append(rows(of: window, place + 1)) }
    restore = { [unowned self] in
      answered(boxes.filter { !$0.box.isChecked }.map(\.tab))
    }
  }

  /// Focuses the button, and scrolls to the first suspect.
  func focus() {
    restoreButton.focus()
    if let first = boxes.first(where: { suspects.contains($0.tab) }) { show(first.tab, first.box) }
  }

  /// Scrolls to a checkbox when the list has its size.
  private func show(_ tab: TabID, _ box: Widget) {
    Loop.after(milliseconds: 50) { [weak self] in
      guard let self else { return }
      guard gtk_widget_get_height(box.pointer) > 0 else { return show(tab, box) }
      box.scrollIntoView(margin: 60)
      if box.isScrolledIntoView { Diagnostics.say("asks shown=\(tab.rawValue)") }
    }
  }

  /// Creates a checkbox for a window and for each of its tabs.
  private func rows(of window: Session.Window, _ number: Int) -> [Widget] {
    let tabs = window.tabs.map { tab in
      (tab.id, Widget.checkBox(around: text(of: tab), title(of: tab)))
    }
    boxes += tabs
    let name = "Window \(number), \(tabs.count == 1 ? "1 tab" : "\(tabs.count) tabs")"
    let box = Widget.checkBox(around: .label(name, class: "heading"), name)
    var isFollowing = false
    let follow = {
      let checked = tabs.count { $0.1.isChecked }
      isFollowing = true
      box.isChecked = checked == tabs.count
      gtk_check_button_set_inconsistent(box.cast(), checked > 0 && checked < tabs.count ? 1 : 0)
      isFollowing = false
    }
    on(box, "toggled") {
      if !isFollowing { for (_, tab) in tabs { tab.isChecked = box.isChecked } }
    }
    for (id, tab) in tabs {
      gtk_widget_set_margin_start(tab.pointer, 24)
      tab.isChecked = !suspects.contains(id)
      on(tab, "toggled", follow)
    }
    follow()
    return [box] + tabs.map(\.1)
  }

  private func title(of tab: Session.Tab) -> String {
    suspects.contains(tab.id) ? "\(tab.shownTitle) (loaded last)" : tab.shownTitle
  }

  private func text(of tab: Session.Tab) -> Widget {
    let title = Widget.label(self.title(of: tab), class: "title")
    let address = Widget.label(tab.url?.shortened ?? "", class: "dim-label")
    for label in [title, address] { gtk_label_set_max_width_chars(label.opaque, 64) }
    return .column([title, address])
  }
}
