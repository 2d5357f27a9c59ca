internal import BrowserModel
internal import Exchange
internal import Notation
internal import RetraceStore

/// The zoom of sites, which browsers store by host.
extension LiveSession {
  func takeZooms(_ reports: [JSON]) {
    for report in reports {
      guard let zoom = ObservedZoom(report) else { continue }
      zooms[zoom.tab] = zoom
    }
  }

  /// Accepts the zoom of all tabs in a snapshot. In Firefox, a tab in the background keeps the former
  /// zoom of its site until it is selected. If the tabs of a site differ, only active tabs count.
  func takeAllZooms(_ reports: [JSON]) {
    zooms = [:]
    takeZooms(reports)
    let active = Set(strip.windows.compactMap { $0.activeTab?.id })
    let sites = Dictionary(grouping: zooms.values.filter { !$0.isOfTab }, by: \.host)
    for tabs in sites.values where tabs.contains(where: { $0.level != tabs[0].level }) {
      for zoom in tabs where !active.contains(zoom.tab) { zooms[zoom.tab] = nil }
    }
  }

  /// The zoom of tabs to compare with the model. The level of a site is omitted as long as the
  /// browser must still be ordered to set it.
  var knownZooms: [ObservedZoom] {
    zooms.values.filter { $0.host.map { !awaitedZooms.contains($0) } ?? true }
      .sorted { $0.tab < $1.tab }
  }

  /// Returns the hosts whose zoom level differs between two states.
  func changedZooms(from former: Browser, to now: Browser) -> [String] {
    guard former.zoom != now.zoom else { return [] }
    let names = (former.zoom.sites.named + now.zoom.sites.named).map(\.name)
    let changed = Set(names).filter {
      (former.zoom.sites[$0]?.level ?? .none) != (now.zoom.sites[$0]?.level ?? .none)
    }
    return (try? store.read { words in changed.compactMap { words.text(.host, of: $0) } }) ?? []
  }

  /// Returns the hosts whose zoom level another program has set after an event.
  func zooms(setAfter followed: EventID) -> [String] {
    let names = store.browser.zoom.sites.named.filter { $0.source > followed }.map(\.name)
    return (try? store.read { words in names.compactMap { words.text(.host, of: $0) } }) ?? []
  }

  /// Returns the level at which the browser showed a tab at the last report, as far as the model
  /// knows it.
  func shownLevel(of tab: Int64) -> ZoomLevel? {
    guard let recorded = recording.tabs[tab].flatMap({ shown.tab($0.id) }) else { return nil }
    return try? store.read { words in shown.zoom(of: recorded, text: words).level }
  }

  /// The sites whose zoom will be set in the browser once a tab shows them.
  private var awaitedSites: Set<EventID> {
    guard !awaitedZooms.isEmpty else { return [] }
    let names = store.browser.zoom.sites.named.map(\.name)
    let awaited = try? store.read { words in
      names.filter { words.text(.host, of: $0).map(awaitedZooms.contains) ?? false }
    }
    return Set(awaited ?? [])
  }

  /// Stores which zooms must still be set, so that another host of the browser can set them.
  func noteAwaitedZooms() {
    memory.note(awaitedZooms: awaitedSites)
    memory.save()
  }

  /// Returns the hosts whose zoom an earlier host of the browser has not set.
  var awaitedZoomsOfEarlierHost: [String] {
    guard !memory.awaitedZooms.isEmpty else { return [] }
    let names = store.browser.zoom.sites.named.map(\.name).filter(memory.awaitedZooms.contains)
    return (try? store.read { words in names.compactMap { words.text(.host, of: $0) } }) ?? []
  }

  /// Whether a browser has written an event, and not a program that changes the profile.
  func isByBrowser(_ event: EventID) -> Bool {
    var isByBrowser = false
    try? store.visitLog(isPrivate: false, from: event, through: event) { event, _ in
      isByBrowser = event.actor == .engine
      return false
    }
    return isByBrowser
  }

  /// Returns a tab of the browser that shows a page of a host.
  func tab(showing host: String) -> Int64? {
    strip.tabs.first {
      !$0.isUnloaded && !$0.isLoading && expectations[$0.id] == nil
        && ObservedZoom.host(of: $0.url) == host
    }?.id
  }

  /// Whether a tab now shows one of the sites whose zoom must be set.
  var isZoomDue: Bool { awaitedZooms.contains { tab(showing: $0) != nil } }
}
