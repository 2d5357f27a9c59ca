internal import BrowserModel
internal import Store
internal import Timeline

/// The state in view: what every reading command shows, at present or at a moment of the past.
extension Shell {
  /// The durable state in view.
  var durableBrowser: Browser { past?.browser ?? store.browser }

  /// The durable state in view, perhaps without the bookmarks and the zoom of sites: what most
  /// commands look at.
  var durableSession: Browser { past?.session ?? store.session }

  /// The private windows in view. Nothing of them is in the log, so the past has none.
  var privateBrowser: Browser { past == nil ? store.privateBrowser : Browser() }

  /// The state in view that an id belongs to, perhaps without bookmarks and the zoom of sites.
  func browser(of id: EventID) -> Browser { id.isPrivate ? privateBrowser : durableSession }

  /// The zoom of a tab in view.
  func zoom(of tab: Tab, _ words: LogText) -> ZoomAnswer {
    (tab.id.isPrivate ? privateBrowser : durableBrowser).zoom(of: tab, text: words)
  }

  /// The batches that are left out of a state in view.
  func undoneBatches(isPrivate: Bool) -> Set<EventID> {
    if isPrivate { return past == nil ? store.privateUndoneBatches : [] }
    return past?.undoneBatches ?? store.timeline.undoneBatches
  }

  /// The line in view.
  var lineageInView: Lineage { past?.line ?? store.timeline.lineage }

  /// All open windows: the durable ones, then the private ones.
  var windows: [Window] { durableSession.windows + privateBrowser.windows }
}
