internal import BrowserModel
internal import Notation

/// Reads Chrome's history as exported by Google Takeout.
///
/// The file may contain millions of visits, so the visits are parsed one by one. Only the bytes of
/// the file and the position of each visit are in memory.
enum TakeoutHistory {
  private static let member = "Browser History"

  private static let tabMembers: [String: JSONMember] = [
    "navigation": .entries([
      "virtual_url": .url, "title": .title, "timestamp_msec": .time, "favicon_url": .passed,
      "page_transition": .passed, "unique_id": .passed, "global_id": .passed, "referrer": .passed,
      "http_status_code": .passed, "navigation_qualifier": .passed, "is_restored": .passed,
      "correct_referrer_policy": .passed, "task_id": .passed, "obsolete_referrer_policy": .passed,
      "search_terms": .passed, "password_state": .passed, "page_language": .passed,
      "navigation_home_page": .passed, "navigation_from_address_bar": .passed,
      "navigation_forward_back": .passed, "navigation_chain_start": .passed,
      "navigation_chain_end": .passed, "blocked_state": .passed,
    ]),
    "current_navigation_index": .index(from: 0), "pinned": .isPinned,
    "last_active_time_unix_epoch_millis": .shown, "tab_id": .passed, "window_id": .passed,
    "tab_visual_index": .passed, "extension_app_id": .passed, "variation_id": .passed,
    "browser_type": .passed, "favicon": .leftOut(.icons), "favicon_source": .leftOut(.icons),
    "favicon_type": .passed,
  ]

  /// Whether a document is a history exported by Google Takeout.
  static func isOne(_ json: JSON) -> Bool { json[member] != nil }

  /// Whether a text begins like a history exported by Google Takeout.
  static func isOne(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.dropFirst()
    return start.drop { $0.isWhitespace }.hasPrefix("\"\(member)\"")
  }

  static func read(_ path: String, _ emit: (PortableItem) throws -> Void) throws {
    let bytes = try JSONFile.bytes(path)
    do {
      let places = try JSONParser.places(ofElementsIn: member, bytes) ?? []
      try emit(.announced(places.count))
      // The file contains the newest visits first, but a log is in chronological order.
      for place in places.reversed() { try read(JSONParser.parse(bytes[place]), emit) }
      let typed = try JSONParser.places(ofElementsIn: "Typed Url", bytes) ?? []
      if !typed.isEmpty { try emit(.leftOut(.typed, typed.count)) }
      try readTabs(bytes, emit)
    } catch let error as JSONError {
      throw JSONFile.failure(error, path)
    }
  }

  /// Reads the tabs that were open at the time of the export.
  private static func readTabs(
    _ bytes: [UInt8], _ emit: (PortableItem) throws -> Void
  ) throws {
    var leftOut = OmissionCounts()
    var windows: [(id: Int64, tabs: [(place: Int64, tab: PortableTab)])] = []
    for place in try JSONParser.places(ofElementsIn: "Session", bytes) ?? [] {
      // Other elements describe a window, a device, or a tab that no longer exists.
      guard let json = try JSONParser.parse(bytes[place])["tab"] else { continue }
      guard let tab = JSONPage(json, tabMembers, &leftOut).tab else { continue }
      let id = json["window_id"]?.integer ?? 0
      let order = json["tab_visual_index"]?.integer ?? 0
      if let window = windows.firstIndex(where: { $0.id == id }) {
        windows[window].tabs.append((order, tab))
      } else {
        windows.append((id, [(order, tab)]))
      }
    }
    try leftOut.emitItems(emit)
    guard !windows.isEmpty else { return }
    let session = PortableSession(
      windows: windows.map { window in
        let tabs = window.tabs.sorted { $0.place < $1.place }.map(\.tab)
        let last = tabs.indices.max { tabs[$0].milliseconds < tabs[$1].milliseconds }
        return PortableWindow(tabs: tabs, active: last ?? 0)
      }, focused: 0)
    try emit(.session(session))
  }

  private static func read(_ visit: JSON, _ emit: (PortableItem) throws -> Void) throws {
    guard let url = visit["url"]?.string, let time = visit["time_usec"]?.integer else {
      return try emit(.problem("A visit was left out, because it has no address or no time."))
    }
    guard let transition = transition(visit["page_transition"]?.string) else {
      return try emit(.leftOut(.frames, 1))
    }
    try emit(
      .visit(
        PortableVisit(
          url, title: visit["title"]?.string ?? "", transition: transition,
          milliseconds: time / 1_000)))
  }

  /// Converts a transition. Returns nil for a page in a frame.
  private static func transition(_ name: String?) -> Transition? {
    switch name {
    case "TYPED": .typed
    case "AUTO_BOOKMARK": .bookmark
    case "AUTO_SUBFRAME", "MANUAL_SUBFRAME": nil
    case "GENERATED", "KEYWORD_GENERATED": .generated
    case "START_PAGE", "AUTO_TOPLEVEL": .startPage
    case "FORM_SUBMIT": .formSubmit
    case "RELOAD": .reload
    case "KEYWORD": .keyword
    default: .link
    }
  }
}
