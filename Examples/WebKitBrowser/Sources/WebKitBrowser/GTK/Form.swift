import CWebKitGTK

/// A form with a few labelled text fields.
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
