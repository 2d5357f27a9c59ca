import CWebKitGTK
import Retrace

/// What can be done with a tab, by the right button of the mouse.
enum TabMenu {
  static func open(on widget: Widget, _ tab: Session.Tab?, in window: BrowserWindow) {
    guard let tab else { return }
    var rows: [(String, () -> Void)] = [
      (tab.isPinned ? "Unpin" : "Pin", { window.perform(.pin(tab.id, !tab.isPinned)) }),
      (tab.isMuted ? "Unmute" : "Mute", { window.perform(.mute(tab.id, !tab.isMuted)) }),
      ("Duplicate", { window.perform(.duplicate(tab.id, isLoading: true)) }),
      ("Move to a new window", { window.perform(.moveToNewWindow(tab.id)) }),
    ]
    if tab.group == nil {
      rows.append(("New group", { window.perform(.group([tab.id])) }))
      for group in window.groups {
        let title = group.title ?? "\(group.color)"
        rows.append(
          ("Add to group “\(title)”", { window.perform(.group([tab.id], into: group.id)) }))
      }
    } else {
      rows.append(("Take out of the group", { window.perform(.ungroup([tab.id])) }))
    }
    rows.append(("Why is it like this?", { window.showReasons(of: .tab(tab.id), tab.shownTitle) }))
    rows.append(("Close the others", { window.closeOthers(than: tab.id) }))
    rows.append(("Close", { window.perform(.closeTabs([tab.id])) }))
    Choice.open(on: widget, "Tab", rows)
  }
}

/// A few things of which one is chosen, beside what they are about.
enum Choice {
  static func open(on widget: Widget, _ name: String, _ rows: [(title: String, act: () -> Void)]) {
    var close: () -> Void = {}
    let list = Widget.list(name) { place in
      close()
      rows[place].act()
    }
    list.setRows(rows.map { .label($0.title, class: "choice") })
    let scroller = Widget.scroller(list)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 420)
    gtk_scrolled_window_set_max_content_width(scroller.opaque, 420)
    let popover = Widget.popover(of: widget, scroller)
    close = { popover.popDown() }
    on(popover, "closed") { Loop.after { gtk_widget_unparent(popover.pointer) } }
    popover.popUp()
    list.focusFirstRow()
  }
}
