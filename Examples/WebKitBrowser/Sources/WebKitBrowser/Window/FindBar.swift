import Retrace

/// Looking for words in the page, below it.
final class FindBar {
  let widget: Widget
  private let entry: Widget
  private let answer = Widget.label(class: "dim-label")

  init(_ window: BrowserWindow) {
    var look: (Bool) -> Void = { _ in }
    entry = .entry("Find in page") { _ in look(false) }
    widget = .row(
      [
        entry, .button(icon: "go-up-symbolic", "Former one") { look(true) },
        .button(icon: "go-down-symbolic", "Next one") { look(false) }, answer.expanding(),
      ], spacing: 4, class: "find")
    widget.isVisible = false
    let close: () -> Void = { [widget] in
      widget.isVisible = false
      window.view?.endFinding()
      window.focusPage()
    }
    widget.append(.button(icon: "window-close-symbolic", "Close", class: "flat", close))
    look = { [entry] backwards in
      if !entry.text.isEmpty { window.view?.find(entry.text, backwards: backwards) }
    }
    on(entry, "changed") { look(false) }
    entry.onKeyPressed { key in
      if key == .escape { close() }
      return key == .escape
    }
  }

  func open() {
    widget.isVisible = true
    entry.focus()
    entry.selectText()
  }

  func show(_ isFound: Bool) {
    answer.label = isFound ? "" : "Not in this page."
    entry.set(class: "error", !isFound)
  }
}
