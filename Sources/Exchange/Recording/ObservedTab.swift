internal import BrowserModel
internal import Notation

struct ObservedTab: Equatable {
  var id: Int64
  /// Its id in Chromium's debugging protocol.
  var target = ""
  var opener: Int64?
  var group: Int64?
  var isActive = false
  var isPinned = false
  var isMuted = false
  var isLoading = false
  /// The page that it shows, or is loading.
  var url = ""
  var title = ""

  init(_ id: Int64) { self.id = id }

  init(_ tab: JSON, _ targets: [Int64: String]) {
    id = tab["id"]?.integer ?? 0
    target = targets[id] ?? ""
    opener = tab["openerTabId"]?.integer
    group = tab["groupId"]?.integer.flatMap { $0 < 0 ? nil : $0 }
    isActive = tab["active"]?.isTrue ?? false
    isPinned = tab["pinned"]?.isTrue ?? false
    isMuted = tab["mutedInfo"]?["muted"]?.isTrue ?? false
    isLoading = tab["status"]?.string == "loading"
    title = tab["title"]?.string ?? ""
    url = tab["pendingUrl"]?.string ?? tab["url"]?.string ?? ""
  }
}
