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

/// A few texts to be changed, beside what they are about.
enum Form {
  static func open(
    on widget: Widget, _ fields: [(name: String, text: String)], save: @escaping ([String]) -> Void
  ) {
    var submit: () -> Void = {}
    let entries = fields.map { field in
      let entry = Widget.entry(field.name) { _ in submit() }.sized(300)
      entry.text = field.text
      return entry
    }
    let button = Widget.button("Save", class: "suggested-action") { submit() }
    let popover = Widget.popover(of: widget, .column(entries + [button], spacing: 8, class: "form"))
    on(popover, "closed") { Loop.after { gtk_widget_unparent(popover.pointer) } }
    submit = {
      save(entries.map(\.text))
      popover.popDown()
    }
    popover.popUp()
    entries[0].focus()
  }
}

/// What can be done with a group, by the right button of the mouse on its name.
enum GroupMenu {
  static func open(on widget: Widget, _ group: Session.Group, in window: BrowserWindow) {
    var rows: [(String, () -> Void)] = [
      (
        "Name …",
        {
          Form.open(on: widget, [("Name", group.title ?? "")]) { texts in
            window.perform(.changeGroup(group.id, title: texts[0]))
          }
        }
      )
    ]
    for color in TabGroup.Color.allCases where color != group.color {
      rows.append(
        ("\(color)".capitalized, { window.perform(.changeGroup(group.id, color: color)) }))
    }
    Choice.open(on: widget, "Group", rows)
  }
}

extension String {
  /// With a capital first letter.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
