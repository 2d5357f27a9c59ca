internal import BrowserModel

/// The hosts that were ever given a zoom, by name: asked for with every page that is shown.
///
/// The table of sites only grows, but for a refold, after which the store starts this anew.
struct HostIndex {
  private var names: [String: EventID] = [:]
  private var knownCount = 0

  mutating func site(
    named host: String, among sites: SiteTable, _ text: (EventID) -> String?
  ) -> EventID? {
    if sites.namedCount > knownCount { extend(to: sites, text) }
    return names[host]
  }

  mutating func removeAll() { self = HostIndex() }

  private mutating func extend(to sites: SiteTable, _ text: (EventID) -> String?) {
    for site in sites.named[knownCount...] {
      guard let host = text(site.name), !host.isEmpty else { continue }
      if names[host] == nil { names[host] = site.name }
    }
    knownCount = sites.namedCount
  }
}
