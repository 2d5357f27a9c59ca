package import BrowserModel
package import Notation

/// A bookmark, a folder or a separator of a browser, in the terms of WebExtensions.
package struct ObservedBookmark: Equatable {
  /// The browser's id of the item.
  package var id: String
  package var kind: Bookmark.Kind
  package var title: String
  package var url: String
  package var children: [ObservedBookmark] = []

  package init(
    _ id: String, _ kind: Bookmark.Kind = .bookmark, title: String = "", url: String = "",
    _ children: [ObservedBookmark] = []
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.url = url
    self.children = children
  }

  /// Parses a node. The depth is limited by the depth of the document.
  package init(_ node: JSON) {
    id = node["id"]?.string ?? ""
    url = node["url"]?.string ?? ""
    title = node["title"]?.string ?? ""
    switch node["type"]?.string {
    case "separator": kind = .separator
    case "folder": kind = .folder
    case "bookmark": kind = .bookmark
    default: kind = url.isEmpty ? .folder : .bookmark
    }
    if kind == .separator { (title, url) = ("", "") }
    // The log has no folders without a title.
    if kind == .folder, title.isEmpty { title = "Untitled" }
    children = (node["children"]?.elements ?? []).map { ObservedBookmark($0) }
  }
}
