package import BrowserModel
internal import RetraceStore

/// The zoom of sites and tabs.
extension Recording {
  func follow(_ zoom: ObservedZoom) throws {
    // Another browser with the same profile may have a different default.
    if let standard = zoom.standard, standard != reportedDefaultZoom {
      reportedDefaultZoom = standard
      if standard != browser.zoom.default { try perform(.zoomDefault(standard), by: .engine) }
    }
    guard let tab = tabs[zoom.tab].flatMap({ browser.tab($0.id) }) else { return }
    if zoom.isOfTab {
      if tab.temporaryZoom != zoom.level {
        try perform(.zoomTemporarily(tab.id, .set(zoom.level)))
      }
      return
    }
    // Browsers drop the level of a tab when it navigates.
    if tab.temporaryZoom.exists { try perform(.zoomTemporarily(tab.id, .reset), by: .engine) }
    guard let host = zoom.host, try level(ofSite: host, in: browser) != zoom.level else { return }
    try perform(.zoomSite(host: host, zoom.level))
  }

  /// Returns the zoom level at which pages of a host are shown in a state.
  package func level(ofSite host: String, in browser: Browser) throws -> ZoomLevel {
    let sites = browser.zoom.sites
    let name = try store.read { words in words.site(named: host, among: sites) }
    let level = name.flatMap { sites[$0]?.level } ?? .none
    return level.exists ? level : browser.zoom.default
  }
}
