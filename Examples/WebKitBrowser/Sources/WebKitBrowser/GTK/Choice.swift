import CWebKitGTK

/// A label with a few options, of which one can be chosen.
enum Choice {
  static func open(on widget: Widget, _ name: String, _ rows: [(title: String, act: () -> Void)]) {
    var close: () -> Void = {}
    let list = Widget.list(name) { place in
      close()
      rows[place].act()
    }
    list.setRows(rows.map { .label($0.title, class: "choice") })
    let popover = Widget.openPopover(on: widget, list)
    close = { popover.popDown() }
    list.focusFirstRow()
  }
}
