import CWebKitGTK

/// A list next to the page: the trail of a tab, reasons, or search results.
final class SidePanel {
  let widget: Widget
  private let title = Widget.label(class: "heading")
  private let entry: Widget
  private let list: Widget
  private var rows: [Row] = []
  /// Called when the panel is opened or closed.
  var changed: () -> Void = {}
  /// Whether choosing a row closes the panel, because the open panel hides the page.
  var closesOnChoice = false
  private var search: (String) -> [Row] = { _ in [] }

  struct Row {
    var title: String
    var subtitle: String
    /// The indentation level.
    var depth = 0
    var isCurrent = false
    var isFaint = false
    var take: () -> Void = {}
  }

  init() {
    var choose: (Int) -> Void = { _ in }
    list = .list("Results") { choose($0) }
    entry = .entry("Search") { _ in choose(0) }
    widget = Widget.column(class: "panel").expanding(across: false)
    widget.isVisible = false
    let close = Widget.button(icon: "window-close-symbolic", "Close", class: "flat") {
      [unowned self] in self.close()
    }
    widget.append([
      .row([title.expanding(), close]), entry,
      Widget.scroller(list).expanding(across: false, down: true),
    ])
    choose = { [unowned self] in
      guard rows.indices.contains($0) else { return }
      let row = rows[$0]
      if closesOnChoice { self.close() }
      row.take()
    }
    on(entry, "changed") { [unowned self] in show(search(entry.text)) }
    widget.onKeyPressed { [unowned self] key in
      if key == .escape { self.close() }
      return key == .escape
    }
  }

  func close() {
    guard widget.isVisible else { return }
    widget.isVisible = false
    changed()
  }

  private func appear() {
    guard !widget.isVisible else { return }
    widget.isVisible = true
    changed()
  }

  func open(_ name: String, _ rows: [Row]) {
    title.label = name
    entry.isVisible = false
    show(rows)
    appear()
    list.focusFirstRow()
  }

  /// Opens the panel with a search field, and shows the results.
  func open(_ name: String, searching search: @escaping (String) -> [Row]) {
    title.label = name
    self.search = search
    entry.isVisible = true
    appear()
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
