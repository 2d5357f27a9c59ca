import CWebKitGTK
import Retrace

/// The bar for an unresponsive page, with buttons to stop it or to wait.
final class HangBar {
  let widget: Widget
  private let explanation = Widget.label("This page does not respond.", wraps: true)
  /// Whether the user has chosen to wait. The bar appears again for the next unresponsive page.
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
