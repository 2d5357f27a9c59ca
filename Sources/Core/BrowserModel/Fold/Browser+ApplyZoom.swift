extension Browser {
  mutating func apply(_ event: ZoomEvent, at sequence: EventID) {
    switch event {
    case .siteSet(let body): set(body, at: sequence)
    case .defaultSet(let body):
      guard ZoomLevel.allowed.contains(body.level) else { return }
      zoom.default = body.level
      zoom.defaultSource = sequence
      zoom.sites.erase(equalTo: body.level, source: sequence)
    case .temporarySet(let body):
      let slot = tabTable.slot(of: body.tab)
      guard slot >= 0 else { return }
      tabTable[slot].temporaryZoom = body.level
    }
  }

  /// A value equal to the default erases the site's own (Z2).
  private mutating func set(_ body: SiteZoomSet, at sequence: EventID) {
    guard !isLibraryMissing else { return }
    let isOwn = ZoomLevel.allowed.contains(body.level) && body.level != zoom.default
    zoom.sites.update(
      body.site.exists ? body.site : sequence, level: isOwn ? body.level : .none, source: sequence)
  }
}
