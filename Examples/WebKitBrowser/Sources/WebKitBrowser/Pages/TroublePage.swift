import CWebKitGTK

/// An error page, with the possible actions.
final class TroublePage {
  let widget: Widget
  private let title = Widget.label(class: "greeting", wraps: true)
  private let text = Widget.label(wraps: true)
  private let address = Widget.label(class: "dim-label", wraps: true)
  private let buttons = Widget.row(spacing: 8)
  private var shown: Trouble?

  init() {
    let icon = Widget.icon("dialog-warning-symbolic", size: 48).aligned(across: GTK_ALIGN_START)
    widget = .column([icon, title, text, address, buttons], spacing: 12, class: "trouble")
    widget.aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_CENTER)
  }

  func show(_ trouble: Trouble) {
    guard trouble != shown else { return }
    shown = trouble
    title.label = trouble.title
    text.label = trouble.text
    address.label = trouble.address
    buttons.removeAll()
    for (place, way) in trouble.ways.enumerated() {
      buttons.append(.button(way.title, class: place == 0 ? "suggested-action" : nil, way.take))
    }
  }
}
