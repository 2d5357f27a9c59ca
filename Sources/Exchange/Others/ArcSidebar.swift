internal import Notation

/// Converts the sidebar of Arc (`StorableSidebar.json`) to windows with tabs. In the sidebar, the
/// lists of spaces and items alternate between ids and objects.
enum ArcSidebar {
  /// Returns a window for each space. Tabs in a folder become a group. Tabs that are pinned outside
  /// a folder become pinned tabs.
  static func windows(_ document: JSON) -> JSON {
    let containers = document["sidebar"]?["containers"]?.elements ?? []
    guard let container = containers.first(where: { $0["spaces"] != nil && $0["items"] != nil })
    else {
      return .object([("windows", .array([]))])
    }
    var items: [String: JSON] = [:]
    for item in container["items"]?.elements ?? [] {
      if let id = item["id"]?.string { items[id] = item }
    }
    var walk = Walk(items: items)
    let favorites = (container["topAppsContainerIDs"]?.elements ?? []).compactMap(\.string)
      .flatMap { walk.tabs(in: $0, isPinned: true) }
    var windows: [JSON] = []
    for space in container["spaces"]?.elements ?? [] where !space.members.isEmpty {
      var tabs = windows.isEmpty ? favorites : []
      for (isPinned, id) in containerIDs(of: space) {
        tabs += walk.tabs(in: id, isPinned: isPinned)
      }
      windows.append(
        .object([("title", space["title"] ?? .null), ("tabs", .array(tabs))]))
    }
    return .object([("windows", .array(windows))])
  }

  /// Returns the containers of a space, beginning with the pinned containers. A space lists each
  /// container after the string “pinned” or “unpinned”, which is an object in newer versions.
  private static func containerIDs(of space: JSON) -> [(isPinned: Bool, id: String)] {
    let list = space["containerIDs"] ?? space["newContainerIDs"] ?? .null
    var ids: [(isPinned: Bool, id: String)] = []
    var isPinned = false
    for element in list.elements {
      switch element.string ?? element.members.first?.name {
      case "pinned": isPinned = true
      case "unpinned": isPinned = false
      case let id?: ids.append((isPinned, id))
      case nil: break
      }
    }
    return ids.filter(\.isPinned) + ids.filter { !$0.isPinned }
  }

  /// A traversal of the items. Each item is visited only once, so that the traversal ends even if
  /// folders form a cycle.
  private struct Walk {
    let items: [String: JSON]
    private var seen: Set<String> = []

    init(items: [String: JSON]) { self.items = items }

    mutating func tabs(in container: String, isPinned: Bool) -> [JSON] {
      var tabs: [JSON] = []
      var waiting = [(id: container, path: [String]())]
      while let (id, path) = waiting.popLast() {
        guard let item = items[id], seen.insert(id).inserted else { continue }
        let data = item["data"]
        if let tab = data?["tab"] {
          tabs.append(Self.tab(item, tab, path, isPinned: isPinned))
          continue
        }
        let isFolder = data?["list"] != nil || data?["tabGroup"] != nil
        let title = item["title"]?.string ?? data?["tabGroup"]?["title"]?.string ?? ""
        let inner = isFolder && !title.isEmpty ? path + [title] : path
        let children = (item["childrenIds"]?.elements ?? []).compactMap(\.string)
        waiting += children.reversed().map { ($0, inner) }
      }
      return tabs
    }

    private static func tab(_ item: JSON, _ tab: JSON, _ path: [String], isPinned: Bool) -> JSON {
      .object([
        ("url", tab["savedURL"] ?? .null),
        ("title", .string(item["title"]?.string ?? tab["savedTitle"]?.string ?? "")),
        ("pinned", .bool(isPinned && path.isEmpty)),
        ("group", .string(path.joined(separator: " / "))),
        ("time", tab["timeLastActiveAt"].map(time) ?? .null),
        ("muted", .bool(tab["savedMuteStatus"]?.string == "muteTab")),
      ])
    }

    private static func time(_ value: JSON) -> JSON {
      value.double.map { .integer(UnixTime.milliseconds(sinceYear2001: $0)) } ?? .null
    }
  }
}
