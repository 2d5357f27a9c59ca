import CWebKitGTK
import Retrace

/// The row below the address field with bookmarks, and with folders that open as menus.
final class BookmarkBar {
  let widget: Widget
  var isNarrow = false { didSet { showOrHide() } }
  private let row = Widget.row(spacing: 2, class: "bookmarks")
  private unowned let window: BrowserWindow
  private var shown: [Session.Bookmark] = []

  init(_ window: BrowserWindow) {
    self.window = window
    widget = .scroller(row, across: GTK_POLICY_EXTERNAL, down: GTK_POLICY_NEVER)
    widget.isVisible = false
  }

  func show(_ session: Session) {
    let bookmarks = window.profile.attempt(try window.profile.store.session.bookmarks)
    guard let bookmarks, bookmarks != shown else { return }
    shown = bookmarks
    row.removeAll()
    for (place, bookmark) in bookmarks.enumerated() { row.append(item(bookmark, place)) }
    showOrHide()
  }

  private func showOrHide() { widget.isVisible = !shown.isEmpty && !isNarrow }

  private func item(_ bookmark: Session.Bookmark, _ place: Int) -> Widget {
    if bookmark.kind == .separator { return Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL)!) }
    let icon = bookmark.kind == .folder ? "folder-symbolic" : "starred-symbolic"
    let title = bookmark.page.shownTitle
    let window = window
    var button: Widget!
    button = .button(
      around: .row([.icon(icon, size: 12), .label(title, limit: 24)], spacing: 5), title
    ) {
      if bookmark.kind == .folder { return BookmarkBar.open(bookmark, on: button, in: window) }
      _ = window.go(bookmark.url ?? "")
    }
    button.onPressed(button: 3) { _ in BookmarkBar.openMenu(of: bookmark, on: button, in: window) }
    button.dragged(as: bookmark.id.rawValue) { dragged, x in
      guard dragged != bookmark.id.rawValue else { return }
      if bookmark.kind == .folder, x > 20 {
        return window.perform(.moveBookmark(BookmarkID(dragged), folder: bookmark.id, index: nil))
      }
      window.perform(.moveBookmark(BookmarkID(dragged), folder: .nothing, index: place))
    }
    return button
  }

  private static func open(_ folder: Session.Bookmark, on widget: Widget, in window: BrowserWindow)
  {
    Choice.open(
      on: widget, folder.page.shownTitle,
      folder.children.map { child in
        if child.kind == .folder {
          return (child.page.shownTitle + " ▸", { open(child, on: widget, in: window) })
        }
        return (child.page.shownTitle, { _ = window.go(child.url ?? "") })
      })
  }

  static func openMenu(
    of bookmark: Session.Bookmark, on widget: Widget, in window: BrowserWindow
  ) {
    var rows: [(title: String, act: () -> Void)] = [
      ("Edit …", { BookmarkEditor.open(bookmark, on: widget, in: window) }),
      ("Remove", { window.perform(.removeBookmark(bookmark.id, all: true)) }),
      (
        "New folder",
        { window.perform(.addBookmark(NewBookmark(.folder, title: "Folder", url: nil))) }
      ),
      (
        "Why is it here?",
        { window.showReasons(of: .bookmark(bookmark.id), bookmark.page.shownTitle) }
      ),
    ]
    if let url = bookmark.url {
      rows.insert(
        (
          "Open in a new tab",
          { window.perform(.open(OpenTab(Destination(url), window: window.id, isLoading: true))) }
        ), at: 0)
    }
    Choice.open(on: widget, "Bookmark", rows)
  }
}
