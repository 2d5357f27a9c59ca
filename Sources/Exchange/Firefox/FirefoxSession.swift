internal import BrowserModel
internal import Notation

/// Reads a session of Firefox after decompression (`sessionstore.jsonlz4`, `recovery`, `previous`,
/// `upgrade`).
///
/// Indexes in a session start at 1. Indexes that are out of range are clamped.
struct FirefoxSession {
  private var problems: [String] = []
  private var leftOut = OmissionCounts()

  /// Whether a document is a session of Firefox.
  static func isOne(_ json: JSON) -> Bool {
    guard case .array? = json["windows"] else { return false }
    return json["version"] != nil || json["selectedWindow"] != nil || json["_closedWindows"] != nil
      || json["windows"]?.elements.contains { $0["tabs"]?.elements.first?["entries"] != nil }
        ?? false
  }

  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    var reader = FirefoxSession()
    let session = reader.session(json)
    for problem in reader.problems { try emit(.problem(problem)) }
    try reader.leftOut.emitItems(emit)
    try emit(.session(session))
  }

  private mutating func session(_ json: JSON) -> PortableSession {
    var session = PortableSession()
    var closed: [PortableClosing] = []
    var places: [Int: Int] = [:]
    for (number, window) in (json["windows"]?.elements ?? []).enumerated() {
      let imported = self.window(window)
      // A window is skipped if none of its tabs can be shown.
      let place = imported.tabs.isEmpty ? nil : session.windows.count
      if !imported.tabs.isEmpty {
        places[number] = session.windows.count
        session.windows.append(imported)
      }
      closed += (window["_closedTabs"]?.elements ?? []).compactMap { closedTab($0, in: place) }
      closed += (window["closedGroups"]?.elements ?? []).compactMap { closedGroup($0) }
    }
    closed += (json["savedGroups"]?.elements ?? []).compactMap { closedGroup($0) }
    closed += (json["_closedWindows"]?.elements ?? []).compactMap { closedWindow($0) }
    session.closed = closed.sorted { $0.milliseconds < $1.milliseconds }
    session.focused = (json["selectedWindow"]?.integer).flatMap { places[Int(clamping: $0) - 1] }
    return session
  }

  private mutating func window(_ json: JSON) -> PortableWindow {
    var window = PortableWindow()
    let groups = json["groups"]?.elements ?? []
    window.groups = groups.map { group($0) }
    let names = groups.map { $0["id"]?.string }
    let selected = Int(clamping: json["selected"]?.integer ?? 1) - 1
    for (number, tab) in (json["tabs"]?.elements ?? []).enumerated() {
      guard var imported = self.tab(tab) else { continue }
      if let group = tab["groupId"]?.string { imported.group = names.firstIndex(of: group) }
      if number <= selected { window.active = window.tabs.count }
      window.tabs.append(imported)
    }
    window.active = min(window.active, max(window.tabs.count - 1, 0))
    window.bounds = bounds(json)
    window.showState = showState(json["sizemode"]?.string)
    if !window.tabs.isEmpty { storeOrLeaveOut(json, ofWindow: &window) }
    return window
  }

  private func group(_ json: JSON) -> PortableGroup {
    PortableGroup(
      title: json["name"]?.string ?? "", color: TabGroup.Color(named: json["color"]?.string ?? ""),
      isCollapsed: json["collapsed"]?.isTrue ?? false)
  }

  private mutating func tab(_ json: JSON) -> PortableTab? {
    let all = json["entries"]?.elements ?? []
    let index = Int(clamping: json["index"]?.integer ?? Int64(all.count)) - 1
    var entries: [PortableEntry] = []
    var current = 0
    var document: Int64?
    for (number, entry) in all.enumerated() {
      guard let url = entry["url"]?.string, !url.isEmpty else { continue }
      if number <= index { current = entries.count }
      let identifier = entry["docIdentifier"]?.integer
      let isSameDocument = !entries.isEmpty && identifier != nil && identifier == document
      document = identifier
      var imported = PortableEntry(
        url, title: entry["title"]?.string ?? "", isSameDocument: isSameDocument)
      imported.scroll = scroll(entry["scroll"])
      entries.append(imported)
      leaveOut(ofEntry: entry)
    }
    guard !entries.isEmpty else {
      problems.append("A tab was left out, because it has no page.")
      return nil
    }
    // Firefox stores the scroll position of the current page with the tab, and the scroll positions
    // of the other pages with their entries.
    if let scroll = scroll(json["scroll"]?["scroll"]) { entries[current].scroll = scroll }
    var tab = PortableTab(
      entries: entries, index: current, isPinned: json["pinned"]?.isTrue ?? false,
      isMuted: json["muted"]?.isTrue ?? false,
      milliseconds: json["lastAccessed"]?.integer ?? 0)
    storeOrLeaveOut(json, ofTab: &tab)
    return tab
  }

  /// Parses the scroll position in a string such as "0,1200" (x and y in CSS pixels). Returns nil
  /// if `json` is not such a string.
  ///
  /// Source: `ScrollPosition.sys.mjs` of Firefox.
  private func scroll(_ json: JSON?) -> PortableEntry.Scroll? {
    let numbers = (json?.string ?? "").utf8.split(separator: UInt8(ascii: ","))
    guard numbers.count == 2, let x = Int32(Substring(numbers[0])),
      let y = Int32(Substring(numbers[1]))
    else { return nil }
    return PortableEntry.Scroll(x: x, y: y)
  }

  // MARK: Closed items

  private mutating func closedTab(_ json: JSON, in window: Int?) -> PortableClosing? {
    guard let state = json["state"], let tab = tab(state) else { return nil }
    let position = Int(clamping: json["pos"]?.integer ?? 0)
    return PortableClosing(
      .tab(tab, index: max(position, 0), window: window),
      milliseconds: json["closedAt"]?.integer ?? 0)
  }

  /// Converts a closed or saved group to a closed window, so that all of its tabs are restored
  /// together.
  private mutating func closedGroup(_ json: JSON) -> PortableClosing? {
    var window = PortableWindow(groups: [group(json)])
    for closed in json["tabs"]?.elements ?? [] {
      guard var tab = tab(closed["state"] ?? closed) else { continue }
      tab.group = 0
      window.tabs.append(tab)
    }
    guard !window.tabs.isEmpty else { return nil }
    return PortableClosing(.window(window), milliseconds: json["closedAt"]?.integer ?? 0)
  }

  private mutating func closedWindow(_ json: JSON) -> PortableClosing? {
    let window = window(json)
    guard !window.tabs.isEmpty else { return nil }
    return PortableClosing(.window(window), milliseconds: json["closedAt"]?.integer ?? 0)
  }

  mutating func leaveOut(_ kind: ImportOmission, _ count: Int = 1) { leftOut.add(kind, count) }

  // MARK: Appearance

  private func bounds(_ json: JSON) -> Window.Bounds {
    func number(_ name: String) -> Int32 { Int32(clamping: json[name]?.integer ?? 0) }
    return Window.Bounds(
      x: number("screenX"), y: number("screenY"), width: number("width"), height: number("height"))
  }

  private func showState(_ name: String?) -> Window.ShowState {
    switch name {
    case "maximized": .maximized
    case "minimized": .minimized
    case "fullscreen": .fullscreen
    default: .normal
    }
  }
}

/// Data in a Firefox session that the model does not interpret. Some of it is stored as custom values
/// (``FirefoxValue``). The rest is counted for the report.
extension FirefoxSession {
  fileprivate mutating func storeOrLeaveOut(_ json: JSON, ofWindow window: inout PortableWindow) {
    for (name, value) in json.members where !value.isEffectivelyEmpty {
      switch name {
      case "title": leaveOut(.windowTitles)
      case "isPopup": leaveOut(.windowTypes)
      case "extData":
        if !window.values.store(value, as: .extData) { leaveOut(.extensionData) }
      case "splitViews": leaveOut(.splitViews, max(value.elements.count, 1))
      case _ where !Self.windowMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  fileprivate mutating func storeOrLeaveOut(_ json: JSON, ofTab tab: inout PortableTab) {
    for (name, value) in json.members where !value.isEffectivelyEmpty {
      switch name {
      case "userContextId":
        if !tab.values.store(value, as: .userContextId) { leaveOut(.containers) }
      case "hidden":
        if !tab.values.store(value, as: .hidden) { leaveOut(.hidden) }
      case "extData":
        if !tab.values.store(value, as: .extData) { leaveOut(.extensionData) }
      case "formdata", "storage": leaveOut(.pageStates)
      case "scroll":
        // The scroll positions of frames are not supported.
        if scroll(value["scroll"]) == nil || value["children"] != nil { leaveOut(.scroll) }
      case "image": leaveOut(.icons)
      case "userTypedValue": leaveOut(.typed)
      case _ where !Self.tabMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  mutating func leaveOut(ofEntry json: JSON) {
    for (name, value) in json.members where !value.isEffectivelyEmpty {
      switch name {
      case "presState", "structuredCloneState": leaveOut(.pageStates)
      case "scroll": if scroll(value) == nil { leaveOut(.scroll) }
      case _ where !Self.entryMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  /// The members that are imported, and the members that matter only to Firefox itself.
  private static let windowMembers: Set<String> = [
    "_closedTabs", "_lastClosedTabGroupCount", "_shouldRestore", "_newClosedId", "busy",
    "chromeFlags", "closedAt", "closedGroups", "closedId", "groups", "height", "hidden",
    "lastClosedTabGroupId", "maximizedBefore", "screenX", "screenY", "selected", "sidebar",
    "sizemode", "sizemodeBeforeMinimized", "tabs", "width", "workspaceID", "zIndex",
  ]
  private static let tabMembers: Set<String> = [
    "attributes", "canonicalUrl", "closedAt", "entries", "groupId", "iconLoadingPrincipal",
    "id", "index", "isActive", "lastAccessed", "muted", "mutedReason", "pinned",
    "requestedIndex", "searchMode", "splitViewId", "userTypedClear",
  ]
  private static let entryMembers: Set<String> = [
    "ID", "baseURI", "cacheKey", "charset", "children", "contentType", "csp", "docIdentifier",
    "docshellUUID", "hasUserInteraction", "isSrcdocEntry", "loadReplace", "loadReplace2",
    "navigationId", "navigationKey", "originalURI", "owner_b64",
    "partitionedPrincipalToInherit_base64",
    "persist", "postdata_b64", "principalToInherit_base64", "referrer",
    "referrerInfo", "referrerPolicy", "resultPrincipalURI", "scrollRestorationIsManual",
    "srcdocData", "structuredCloneVersion", "subframe", "title",
    "transient", "triggeringPrincipal_base64", "triggeringPrincipal_b64", "url", "wireframe",
  ]
}
