extension Browser: Equatable {
  /// Whether two states say the same, whatever way they came about.
  ///
  /// Where things lie in memory does not count. O(size of the state).
  public static func == (left: Browser, right: Browser) -> Bool {
    left.sequence == right.sequence && left.saysTheSame(as: right)
  }

  /// Equality but for the position in the log: what "undo after do is the identity" means.
  public func saysTheSame(as other: Browser) -> Bool {
    windows == other.windows && focusedWindow == other.focusedWindow
      && tabs == other.tabs && groups == other.groups && closed == other.closed
      && bookmarks == other.bookmarks && zoom == other.zoom && settings == other.settings
  }

  /// All open tabs, window by window from left to right. O(tabs).
  public var tabs: [Tab] {
    windows.flatMap { window in window.tabs.compactMap { tab($0) } }
  }
}
