import CWebKitGTK
import Retrace

/// A form to edit the title and the address of a bookmark.
enum BookmarkEditor {
  static func open(_ bookmark: Session.Bookmark, on widget: Widget, in window: BrowserWindow) {
    let isBookmark = bookmark.kind == .bookmark
    var fields = [("Title", bookmark.title ?? "")]
    if isBookmark { fields.append(("Address", bookmark.url ?? "")) }
    Form.open(on: widget, fields) { texts in
      let edit = BookmarkEdit(title: texts[0], url: isBookmark ? texts[1] : nil)
      window.perform(.editBookmark(bookmark.id, edit))
    }
  }
}
