internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The hosts that were ever given a zoom, by name. They are looked up for every page that is shown.
///
/// The table of sites only grows, except after a refold, when the store resets the index.
struct HostIndex {
  private var names: [String: EventID] = [:]
  /// The number of sites of the table that are in the index.
  private var knownCount = 0

  /// Returns the event that first named a host, or nil if the host was never given a zoom.
  mutating func site(
    named host: String, among sites: SiteTable, _ text: (EventID) -> String?
  ) -> EventID? {
    if sites.namedCount > knownCount { extend(to: sites, text) }
    return names[host]
  }

  /// Resets the index.
  mutating func removeAll() { self = HostIndex() }

  /// Adds the new sites of the table.
  private mutating func extend(to sites: SiteTable, _ text: (EventID) -> String?) {
    for site in sites.named[knownCount...] {
      guard let host = text(site.name), !host.isEmpty else { continue }
      if names[host] == nil { names[host] = site.name }
    }
    knownCount = sites.namedCount
  }
}
