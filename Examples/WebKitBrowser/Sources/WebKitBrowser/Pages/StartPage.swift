import CWebKitGTK
import Retrace

/// The content of a new tab: the most visited pages, and closed tabs.
final class StartPage {
  let widget: Widget
  private let pages = Widget.tiles(spacing: 8)
  private let closed = Widget.column(spacing: 2)
  private let closedTitle = Widget.label("Closed lately", class: "heading")
  private let pagesTitle = Widget.label("Where you often go", class: "heading")
  private unowned let window: BrowserWindow
  private var shownAt: EventID?

  init(_ window: BrowserWindow) {
    self.window = window
    let greeting = Widget.label(window.isPrivate ? "Private" : "Retrace", class: "greeting")
    let explanation = Widget.label(
      window.isPrivate
        ? "Nothing in this window is saved. Everything is gone when it closes."
        : "Everything that you do here is saved and can be undone with Ctrl+Z.",
      class: "dim-label", wraps: true)
    gtk_label_set_natural_wrap_mode(explanation.opaque, GTK_NATURAL_WRAP_NONE)
    let column = Widget.column(
      [greeting, explanation, pagesTitle, pages, closedTitle, closed], spacing: 12, class: "start")
    column.aligned(across: GTK_ALIGN_CENTER)
    widget = Widget.scroller(column).expanding(across: true, down: true)
  }

  func show(_ session: Session) {
    guard shownAt != session.sequence else { return }
    shownAt = session.sequence
    showPages()
    showClosed(session)
  }

  private func showPages() {
    var query = PageQuery()
    query.limit = 8
    query.unindexedLimit = 10_000
    let best = window.isPrivate ? [] : (try? window.profile.store.pages(query)) ?? []
    for child in pages.children { gtk_flow_box_remove(pages.opaque, child.pointer) }
    for page in best {
      let title = page.title.isEmpty ? page.url.shortened : page.title
      let content = Widget.column(
        [
          .label(title, class: "title", limit: 16),
          .label(page.url.shortened, class: "dim-label", limit: 16),
        ], spacing: 2)
      let button = Widget.button(around: content.sized(150), title, class: "tile") { [window] in
        _ = window.go(page.url)
      }
      gtk_flow_box_insert(pages.opaque, button.pointer, -1)
    }
    pagesTitle.isVisible = !best.isEmpty
  }

  private func showClosed(_ session: Session) {
    let items = window.profile.attempt(try session.closed) ?? []
    closed.removeAll()
    for item in items.prefix(5) {
      let title = item.pages.map(\.shownTitle).joined(separator: ", ")
      closed.append(
        .button(around: .label(title, limit: 60), "Reopen \(title)") { [window] in
          window.perform(.reopen(item.id.event))
        })
    }
    closedTitle.isVisible = !items.isEmpty
  }
}
