extension Body {
  /// Whether it is about bookmarks or the zoom of sites, which folds may leave for later.
  package var isAboutLibrary: Bool {
    switch self {
    case .bookmark, .zoom(.siteSet), .zoom(.defaultSet): true
    default: false
    }
  }
}
