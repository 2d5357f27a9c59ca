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
