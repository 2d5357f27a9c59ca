internal import BrowserModel
package import Notation

package struct ObservedTab: Equatable {
  package var id: Int64
  package var opener: Int64?
  package var group: Int64?
  package var isActive = false
  package var isPinned = false
  package var isMuted = false
  package var isLoading = false
  /// Firefox's container of the tab, or empty for none.
  package var container = ""
  /// Whether the page of the tab is not in memory.
  package var isUnloaded = false
  /// The address of the page that the tab shows or is loading.
  package var url = ""
  package var title = ""
  /// The id of the tab in the profile, as far as the browser stores it.
  package var assignedID: Int64?

  package init(_ id: Int64) { self.id = id }

  package init(_ tab: JSON) {
    id = tab["id"]?.integer ?? 0
    opener = tab["openerTabId"]?.integer
    group = tab["groupId"]?.integer.flatMap { $0 < 0 ? nil : $0 }
    isActive = tab["active"]?.isTrue ?? false
    isPinned = tab["pinned"]?.isTrue ?? false
    isMuted = tab["mutedInfo"]?["muted"]?.isTrue ?? false
    isLoading = tab["status"]?.string == "loading"
    container = tab["container"]?.string ?? ""
    isUnloaded = tab["discarded"]?.isTrue ?? false
    assignedID = tab["retrace"]?.integer
    title = tab["title"]?.string ?? ""
    url = tab["pendingUrl"]?.string ?? tab["url"]?.string ?? ""
  }
}
