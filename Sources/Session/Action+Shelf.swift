internal import BrowserModel

extension Action {
  /// Whether it is decided by bookmarks or the zoom of sites.
  var isAboutShelf: Bool {
    switch self {
    case .addBookmark, .editBookmark, .moveBookmark, .removeBookmark, .zoom, .zoomTemporarily,
      .zoomSite, .zoomDefault:
      true
    default: false
    }
  }
}
