internal import BrowserModel

extension Action {
  /// Whether it is decided by bookmarks or the zoom of sites.
  var isAboutLibrary: Bool {
    switch self {
    case .addBookmark, .editBookmark, .moveBookmark, .removeBookmark, .zoom, .zoomTemporarily,
      .zoomSite, .zoomDefault:
      true
    case .restore(let action): action.parts.contains(.bookmarks) || action.parts.contains(.zoom)
    default: false
    }
  }
}
