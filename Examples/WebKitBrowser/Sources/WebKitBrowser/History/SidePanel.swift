import CWebKitGTK

/// A list beside the page: the trail of a tab, reasons, what a search has found.
final class SidePanel {
  let widget: Widget
  private let title = Widget.label(class: "heading")
  private let entry: Widget
  private let list: Widget
  private var rows: [Row] = []
  private var search: (String) -> [Row] = { _ in [] }

  struct Row {
    var title: String
    var subtitle: String
    /// How far it is indented.
    var depth = 0
    var isCurrent = false
    var isFaint = false
    var take: () -> Void = {}
  }

  init() {
    var choose: (Int) -> Void = { _ in }
    list = .list("Results") { choose($0) }
    entry = .entry("Search") { _ in choose(0) }
    widget = Widget.column(class: "panel").sized(340).expanding(across: false)
    widget.isVisible = false
    let close = Widget.button(icon: "window-close-symbolic", "Close", class: "flat") { [widget] in
      widget.isVisible = false
    }
    widget.append([
      .row([title.expanding(), close]), entry,
      Widget.scroller(list).expanding(across: false, down: true),
    ])
    choose = { [unowned self] in if rows.indices.contains($0) { rows[$0].take() } }
    on(entry, "changed") { [unowned self] in show(search(entry.text)) }
    widget.onKeyPressed { [widget] key in
      if key == .escape { widget.isVisible = false }
      return key == .escape
    }
  }

  func open(_ name: String, _ rows: [Row]) {
    title.label = name
    entry.isVisible = false
    show(rows)
    widget.isVisible = true
    list.focusFirstRow()
  }

  /// Opens with a field, and shows what it finds.
  func open(_ name: String, searching search: @escaping (String) -> [Row]) {
    title.label = name
    self.search = search
    entry.isVisible = true
    widget.isVisible = true
    show(search(entry.text))
    entry.focus()
  }

  private func show(_ rows: [Row]) {
    self.rows = rows
    list.setRows(
      rows.map { row in
        let title = Widget.label(row.title, class: row.isCurrent ? "heading" : "title")
        let content = Widget.column(
          [title, .label(row.subtitle, class: "dim-label")], spacing: 1, class: "row")
        if row.isFaint { content.set(class: "faint") }
        gtk_widget_set_margin_start(content.pointer, gint(row.depth * 18))
        return content
      })
  }
}
