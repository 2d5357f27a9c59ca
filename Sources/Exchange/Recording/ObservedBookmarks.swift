internal import BrowserModel
package import Notation

/// The bookmarks of a browser.
package struct ObservedBookmarks: Equatable {
  /// The built-in folders of the browser, which contain all other bookmarks.
  package var roots: [Root] = []
  /// Whether the browser supports separators, which Chromium does not.
  package var hasSeparators = false

  /// A folder that the browser itself has created.
  package struct Root: Equatable {
    package var kind: RootKind
    package var folder: ObservedBookmark
  }

  /// The use of a root. Browsers have different names for the same use.
  package enum RootKind: String {
    case bar, menu, other, mobile

    /// The title of the folder that is created in the log if it does not exist yet.
    var title: String {
      switch self {
      case .bar: "Bookmarks bar"
      case .menu: "Bookmarks Menu"
      case .other: "Other bookmarks"
      case .mobile: "Mobile bookmarks"
      }
    }

    /// Whether a folder of the log has the title of this root in any browser.
    func isTitled(_ title: String) -> Bool {
      switch self {
      case .bar: ChromiumBookmarks.place(ofRoot: title) == 0
      case .menu: title == self.title
      case .other: ChromiumBookmarks.place(ofRoot: title) == 1
      case .mobile: ChromiumBookmarks.place(ofRoot: title) == 2
      }
    }
  }

  package init() {}

  package init(_ report: JSON) {
    hasSeparators = report["separators"]?.isTrue ?? false
    for root in report["roots"]?.elements ?? [] {
      guard let kind = root["root"]?.string.flatMap(RootKind.init),
        !roots.contains(where: { $0.kind == kind })
      else { continue }
      roots.append(Root(kind: kind, folder: ObservedBookmark(root)))
    }
  }

  /// The root for bookmarks outside the other roots.
  package var other: ObservedBookmark? { roots.first { $0.kind == .other }?.folder }

  /// All nodes below the roots, with the ids of the folders that contain them. Each folder precedes
  /// its members.
  package var all: [(node: ObservedBookmark, folder: String)] {
    var found: [(node: ObservedBookmark, folder: String)] = []
    var waiting = roots.map(\.folder)
    while let folder = waiting.popLast() {
      for child in folder.children {
        found.append((child, folder.id))
        if child.kind == .folder { waiting.append(child) }
      }
    }
    return found
  }
}
