import Retrace

/// The bar for searching in the page, which is below the page.
final class FindBar {
  let widget: Widget
  private let entry: Widget
  private let answer = Widget.label(class: "dim-label")
  private unowned let window: BrowserWindow
  private weak var view: PageView?

  init(_ window: BrowserWindow) {
    self.window = window
    var look: (Bool) -> Void = { _ in }
    entry = .entry("Find in page") { _ in look(false) }
    entry.limitedEntry(to: 28)
    widget = .row(
      [
        entry, .button(icon: "go-up-symbolic", "Previous match (Shift+F3)") { look(true) },
        .button(icon: "go-down-symbolic", "Next match (F3)") { look(false) }, answer.expanding(),
      ], spacing: 4, class: "find")
    widget.isVisible = false
    let close: () -> Void = { [unowned self] in
      self.close()
      window.focusPage()
    }
    widget.append(.button(icon: "window-close-symbolic", "Close", class: "flat", close))
    look = { [unowned self] in self.look(backwards: $0) }
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

  func close() {
    guard widget.isVisible else { return }
    widget.isVisible = false
    view?.endFinding()
    view = nil
  }

  /// Closes the bar when another page is in front.
  func follow(_ front: PageView?) {
    if let view, view !== front { close() }
  }

  func look(backwards: Bool) {
    guard widget.isVisible else { return open() }
    view = window.view
    guard !entry.text.isEmpty else {
      view?.endFinding()
      return show(nil)
    }
    view?.find(entry.text, backwards: backwards)
  }

  /// Shows the number of matches, or nothing without a search.
  func show(_ count: Int?) {
    let sentence =
      switch count {
      case nil: ""
      case 0?: "No matches"
      case 1?: "1 match"
      case let count? where count >= PageView.matchLimit: "More than \(PageView.matchLimit) matches"
      case let count?: "\(count) matches"
      }
    answer.label = sentence
    entry.set(class: "error", count == 0)
    if !sentence.isEmpty { Diagnostics.say("found \(sentence)") }
  }
}
