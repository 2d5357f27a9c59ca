import CWebKitGTK
import Retrace

/// The bar that says that the page in front does not respond, and that ends or keeps it.
final class HangBar {
  let widget: Widget
  private let explanation = Widget.label("This page does not respond.", wraps: true)
  /// Whether the user has chosen to wait. The next time that a page does not respond, the bar is back.
  private var isWaiting = false

  /// Whether the page in front does not respond.
  var isShown = false {
    didSet {
      if !isShown { isWaiting = false }
      widget.isVisible = isShown && !isWaiting
    }
  }

  init(_ window: BrowserWindow) {
    widget = .row(
      [.icon("dialog-warning-symbolic"), explanation.expanding()], spacing: 8, class: "hang")
    widget.append([
      .button("Stop the page", class: "destructive-action") { window.run("stop") },
      .button("Wait") { [unowned self] in
        isWaiting = true
        widget.isVisible = false
        window.focusPage()
      },
    ])
    widget.isVisible = false
  }
}
