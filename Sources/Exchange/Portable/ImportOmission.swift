/// A kind of data of other programs that the model does not support.
package enum ImportOmission: String, CaseIterable, Sendable {
  case containers, hidden, pageStates, scroll, typed, extensionData
  case icons, splitViews, windowTitles, windowTypes, groups, openers
  case otherFields, frames, redirects, downloads, lastVisits, changes
  case privacy, toRead, feeds, images, highlights, favorites
  case contents, languages, progress, visitCounts, tabZoom, treeLevels
  case sessionNames, parts, panels

  /// The noun for the kind in the singular.
  package var one: String {
    switch self {
    case .containers: "container of a tab"
    case .hidden: "mark of a hidden tab"
    case .pageStates: "page's own state"
    case .scroll: "scroll position"
    case .typed: "typed text"
    case .extensionData: "note of an extension"
    case .icons: "icon"
    case .splitViews: "split view"
    case .windowTitles: "name of a window"
    case .windowTypes: "kind of a window"
    case .groups: "closed group"
    case .openers: "opener of a tab"
    case .otherFields: "unknown field"
    case .frames: "page in a frame"
    case .redirects: "redirect"
    case .downloads: "download"
    case .lastVisits: "time of the last visit"
    case .changes: "time of a change"
    case .privacy: "mark of a private bookmark"
    case .toRead: "mark of a bookmark to read"
    case .feeds: "feed"
    case .images: "picture of a page"
    case .highlights: "highlight in a page"
    case .favorites: "mark of a favorite"
    case .contents: "text of a page"
    case .languages: "language of a page"
    case .progress: "reading position"
    case .visitCounts: "count of visits"
    case .tabZoom: "zoom of a tab"
    case .treeLevels: "level of a tab in a tree"
    case .sessionNames: "name of a session"
    case .panels: "panel of a tab"
    case .parts: "unsupported part of the file"
    }
  }

  /// The noun for the kind in the plural.
  package var many: String {
    switch self {
    case .containers: "containers of tabs"
    case .hidden: "marks of hidden tabs"
    case .pageStates: "pages' own states"
    case .scroll: "scroll positions"
    case .typed: "typed texts"
    case .extensionData: "notes of extensions"
    case .icons: "icons"
    case .splitViews: "split views"
    case .windowTitles: "names of windows"
    case .windowTypes: "kinds of windows"
    case .groups: "closed groups"
    case .openers: "openers of tabs"
    case .otherFields: "unknown fields"
    case .frames: "pages in frames"
    case .redirects: "redirects"
    case .downloads: "downloads"
    case .lastVisits: "times of the last visits"
    case .changes: "times of changes"
    case .privacy: "marks of private bookmarks"
    case .toRead: "marks of bookmarks to read"
    case .feeds: "feeds"
    case .images: "pictures of pages"
    case .highlights: "highlights in pages"
    case .favorites: "marks of favorites"
    case .contents: "texts of pages"
    case .languages: "languages of pages"
    case .progress: "reading positions"
    case .visitCounts: "counts of visits"
    case .tabZoom: "zooms of tabs"
    case .treeLevels: "levels of tabs in a tree"
    case .sessionNames: "names of sessions"
    case .panels: "panels of tabs"
    case .parts: "unsupported parts of the file"
    }
  }
}
