/// What pages told since they were last looked at, by target.
struct PageChanges {
  struct Change {
    /// Addresses that a document gave itself, or that are places in it.
    var placesInDocument: Set<String> = []
    var isReloaded = false
    var isFailed = false
  }

  private var changes: [String: Change] = [:]

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ target: String) { change(target) { _ in } }

  mutating func forget(_ target: String) { changes[target] = nil }

  /// What there is of a target; nil: nothing.
  mutating func take(_ target: String) -> Change? { changes.removeValue(forKey: target) }

  /// Targets that are no tab of the strip tell nothing that could be recorded.
  mutating func keepOnly(_ targets: Set<String>) {
    changes = changes.filter { targets.contains($0.key) }
  }

  /// Events of the domain `Page`. Frames inside of a page have no part in it but for its history.
  mutating func take(_ event: BrowserLink.Event, in target: String) {
    let frame = event.parameters["frame"]
    let isPage = (frame?["id"] ?? event.parameters["frameId"])?.string == target
    switch event.method {
    case "Page.navigatedWithinDocument":
      change(target) { change in
        if isPage, let url = event.parameters["url"]?.string { change.placesInDocument.insert(url) }
      }
    case "Page.frameNavigated":
      change(target) { $0.isFailed = isPage && frame?["unreachableUrl"]?.string != nil }
    case "Page.frameStartedNavigating":
      guard isPage, event.parameters["navigationType"]?.string?.hasPrefix("reload") ?? false else {
        return
      }
      change(target) { $0.isReloaded = true }
    case "Page.loadEventFired", "Page.frameStoppedLoading": change(target) { _ in }
    default: break
    }
  }

  private mutating func change(_ target: String, _ body: (inout Change) -> Void) {
    body(&changes[target, default: Change()])
  }
}
