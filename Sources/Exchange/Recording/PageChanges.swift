internal import Notation

/// What pages told since they were last looked at, by target.
struct PageChanges {
  struct Change {
    /// Addresses that a document gave itself, or that are places in it.
    var placesInDocument: Set<String> = []
    var isReloaded = false
  }

  private var changes: [String: Change] = [:]
  /// Targets whose page is asked for again, and has not come yet.
  private var reloading: Set<String> = []
  /// URLs of pages that cannot be shown. A page may tell so before the history has it.
  private var failed: [String: String] = [:]

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ target: String) { change(target) { _ in } }

  mutating func forget(_ target: String) {
    changes[target] = nil
    reloading.remove(target)
    failed[target] = nil
  }

  /// Whether the page that the history has now is one that cannot be shown. Says so once a failure.
  mutating func takeFailure(_ target: String, at url: String) -> Bool {
    guard let failure = failed[target], PageAddress.isSamePage(failure, url) else { return false }
    failed[target] = nil
    return true
  }

  /// What there is of a target; nil: nothing.
  mutating func take(_ target: String) -> Change? { changes.removeValue(forKey: target) }

  /// Targets that are no tab of the strip tell nothing that could be recorded.
  mutating func keepOnly(_ targets: Set<String>) {
    changes = changes.filter { targets.contains($0.key) }
    failed = failed.filter { targets.contains($0.key) }
  }

  /// Events of the domain `Page`. Frames inside a page have no part in it except for its history.
  mutating func take(_ event: BrowserLink.Event, in target: String) {
    let frame = event.parameters["frame"]
    let isPage = (frame?["id"] ?? event.parameters["frameId"])?.string == target
    switch event.method {
    case "Page.navigatedWithinDocument":
      change(target) { change in
        if isPage, let url = event.parameters["url"]?.string { change.placesInDocument.insert(url) }
      }
    case "Page.frameNavigated":
      guard isPage else { return change(target) { _ in } }
      failed[target] = frame?["unreachableUrl"]?.string
      let isReloaded = reloading.remove(target) != nil && failed[target] == nil
      change(target) { change in
        if isReloaded { change.isReloaded = true }
      }
    case "Page.frameStartedNavigating":
      guard isPage else { return }
      // Chromium itself asks again and again for a page that failed: a reload is one once a page came.
      if event.parameters["navigationType"]?.string?.hasPrefix("reload") ?? false {
        reloading.insert(target)
      } else {
        reloading.remove(target)
      }
    case "Page.loadEventFired", "Page.frameStoppedLoading": change(target) { _ in }
    default: break
    }
  }

  private mutating func change(_ target: String, _ body: (inout Change) -> Void) {
    body(&changes[target, default: Change()])
  }
}
