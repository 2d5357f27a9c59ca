internal import Notation

/// The reports of pages since the last look, by target.
struct PageChanges {
  struct Change {
    /// Addresses that a document set for itself, or that are places in it.
    var placesInDocument: Set<String> = []
    var isReloaded = false
  }

  private var changes: [String: Change] = [:]
  /// Targets whose page is being reloaded.
  private var reloading: Set<String> = []
  /// URLs of pages that failed to load. A page may report this before it is in the history.
  private var failed: [String: String] = [:]

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ target: String) { change(target) { _ in } }

  mutating func forget(_ target: String) {
    changes[target] = nil
    reloading.remove(target)
    failed[target] = nil
  }

  /// Whether the current page of the history failed to load. Returns true once per failure.
  mutating func takeFailure(_ target: String, at url: String) -> Bool {
    guard let failure = failed[target], PageAddress.isSamePage(failure, url) else { return false }
    failed[target] = nil
    return true
  }

  /// Removes and returns the reports of a target, or nil if there are none.
  mutating func take(_ target: String) -> Change? { changes.removeValue(forKey: target) }

  /// Drops the reports of targets that are not tabs.
  mutating func keepOnly(_ targets: Set<String>) {
    changes = changes.filter { targets.contains($0.key) }
    failed = failed.filter { targets.contains($0.key) }
  }

  /// Handles events of the domain `Page`. Frames inside a page only affect its history.
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
      // Chromium itself retries a failed page again and again. A reload counts only after the page
      // has loaded.
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
