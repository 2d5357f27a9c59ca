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
      && tabs == other.tabs && families == other.families && groups == other.groups
      && closed == other.closed && bookmarks == other.bookmarks && zoom == other.zoom
      && settings == other.settings
  }

  /// All open tabs, window by window from left to right. O(tabs).
  public var tabs: [Tab] {
    windows.flatMap { window in window.tabs.compactMap { tabTable[$0] } }
  }

  private var families: [Sequence] { tabs.map { familyParent(of: $0) } }
}

extension Tab: Equatable {
  public static func == (left: Tab, right: Tab) -> Bool {
    left.id == right.id && left.window == right.window && left.rows == right.rows
      && left.index == right.index && left.group == right.group
      && left.isPinned == right.isPinned && left.isMuted == right.isMuted
      && left.status == right.status && left.pending == right.pending
      && left.pendingEntry == right.pendingEntry && left.wanted == right.wanted
      && left.failure == right.failure && left.temporaryZoom == right.temporaryZoom
      && left.lastActive == right.lastActive && left.kept == right.kept
      && left.opener == right.opener && left.isFamilyBrief == right.isFamilyBrief
  }
}
