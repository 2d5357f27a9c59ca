internal import BrowserModel
internal import Notation

/// Writes a session in Firefox's format. The session is valid according to Firefox's own schema
/// (`session.schema.json`), except for closed windows, because the schema allows no members in a
/// closed window.
///
/// Retrace's start page becomes Firefox's own start page.
enum FirefoxSessionWriter {
  static func bytes(_ items: [PortableItem]) -> [UInt8] {
    var json = JSONWriter()
    for case .session(let session) in items { json.value(document(session)) }
    return json.bytes
  }

  private static func document(_ session: PortableSession) -> JSONWriter {
    var ids = ClosedIDs()
    var json = JSONWriter()
    json.object { json in
      json.array("version") { json in
        json.value("sessionrestore")
        json.value(1)
      }
      json.array("windows") { json in
        for (place, window) in session.windows.enumerated() {
          let closed = session.closedTabs(ofWindow: place)
          json.object { json in write(window, place, closed, &ids, to: &json) }
        }
      }
      json.member("selectedWindow", (session.focused ?? 0) + 1)
      json.array("_closedWindows") { json in
        for closing in session.closedWindows {
          json.object { json in
            write(closing.window, nil, [], &ids, to: &json)
            json.member("closedAt", closing.milliseconds)
            json.member("closedId", ids.next())
          }
        }
      }
    }
    return json
  }

  // MARK: Windows

  private static func write(
    _ window: PortableWindow, _ place: Int?, _ closed: [ClosedTabPlace], _ ids: inout ClosedIDs,
    to json: inout JSONWriter
  ) {
    let name = place.map(String.init) ?? "closed"
    json.array("tabs") { json in
      for tab in window.tabs { json.object { json in write(tab, name, to: &json) } }
    }
    json.member("selected", window.active + 1)
    json.array("groups") { json in
      for (group, content) in window.groups.enumerated() {
        json.object { json in write(content, groupID(group, name), to: &json) }
      }
    }
    json.array("_closedTabs") { json in
      for tab in closed { json.object { json in write(tab, ids.next(), name, to: &json) } }
    }
    if window.bounds != .unknown {
      json.member("screenX", window.bounds.x)
      json.member("screenY", window.bounds.y)
      json.member("width", window.bounds.width)
      json.member("height", window.bounds.height)
    }
    json.member("sizemode", "\(window.showState)")
    writeExtensionData(window.values, to: &json)
  }

  private static func write(
    _ group: PortableGroup, _ id: String, to json: inout JSONWriter
  ) {
    json.member("id", id)
    json.member("name", group.title)
    json.member("color", group.color == .grey ? "gray" : "\(group.color)")
    json.member("collapsed", group.isCollapsed)
  }

  private static func groupID(_ group: Int, _ window: String) -> String { "\(window)-\(group)" }

  // MARK: Tabs

  private static func write(_ tab: PortableTab, _ window: String, to json: inout JSONWriter) {
    json.array("entries") { json in
      var document = 0
      for (place, entry) in tab.entries.enumerated() {
        if !entry.isSameDocument { document = place }
        json.object { json in
          json.member("url", entry.url == Destination.startPage ? "about:home" : entry.url)
          json.member("title", entry.title)
          // Firefox's Back button skips entries without user interaction.
          json.member("hasUserInteraction", true)
          json.member("ID", place + 1)
          json.member("docIdentifier", document + 1)
        }
      }
    }
    json.member("index", tab.index + 1)
    writeRest(of: tab, to: &json)
    writeExtensionData(tab.values, to: &json)
    if tab.isPinned { json.member("pinned", true) }
    if tab.isMuted { json.member("muted", true) }
    if let group = tab.group { json.member("groupId", groupID(group, window)) }
  }

  /// Writes the remaining members that the schema requires for every tab.
  private static func writeRest(of tab: PortableTab, to json: inout JSONWriter) {
    json.member("lastAccessed", tab.milliseconds)
    json.member("hidden", tab.values[.hidden] == "true")
    json.member("userContextId", tab.values[.userContextId].flatMap { Int32($0) } ?? 0)
  }

  /// Writes the data of extensions, unless something else than Firefox's data was stored under its
  /// name.
  private static func writeExtensionData(_ values: [String: String], to json: inout JSONWriter) {
    guard let text = values[.extData], let data = try? JSONParser.parse(Array(text.utf8)),
      case .object = data
    else { return }
    json.member("extData", data)
  }

  private static func write(
    _ closed: ClosedTabPlace, _ id: Int, _ window: String, to json: inout JSONWriter
  ) {
    let entry = closed.tab.entries[closed.tab.index]
    json.object("state") { json in write(closed.tab, window, to: &json) }
    json.member("title", entry.title.isEmpty ? entry.url : entry.title)
    json.member("pos", closed.index)
    json.member("closedAt", closed.milliseconds)
    json.member("closedId", id)
    json.member("sourceWindowId", "window\(window)")
    // The schema describes a closed item as a tab, but Firefox reads only its state.
    json.array("entries", of: [String]())
    json.member("index", 1)
    writeRest(of: closed.tab, to: &json)
  }
}

/// Assigns the numbers with which Firefox identifies closed items.
private struct ClosedIDs {
  private var last = 0

  mutating func next() -> Int {
    last += 1
    return last
  }
}

/// A closed tab, its position and the time at which it was closed.
private struct ClosedTabPlace {
  let tab: PortableTab
  let index: Int
  let milliseconds: Int64
}

extension PortableSession {
  /// Returns the tabs that were closed in a window, newest first, as in Firefox. The first window
  /// also contains the tabs whose window no longer exists.
  fileprivate func closedTabs(ofWindow place: Int) -> [ClosedTabPlace] {
    var tabs: [ClosedTabPlace] = []
    for closing in closed {
      guard case .tab(let tab, let index, let window) = closing.item else { continue }
      guard window ?? 0 == place else { continue }
      tabs.append(ClosedTabPlace(tab: tab, index: index, milliseconds: closing.milliseconds))
    }
    return tabs.newestFirst { $0.milliseconds }
  }

  /// The closed windows, newest first. If there are no open windows, each closed tab becomes a
  /// closed window.
  fileprivate var closedWindows: [(window: PortableWindow, milliseconds: Int64)] {
    let found = closed.compactMap { closing -> (window: PortableWindow, milliseconds: Int64)? in
      switch closing.item {
      case .window(let window): return (window, closing.milliseconds)
      case .tab(let tab, _, _):
        return windows.isEmpty ? (PortableWindow(tabs: [tab]), closing.milliseconds) : nil
      }
    }
    return found.newestFirst { $0.milliseconds }
  }
}

extension Array {
  /// Sorts by time, newest first. Elements with the same time stay in order.
  fileprivate func newestFirst(_ time: (Element) -> Int64) -> [Element] {
    enumerated().sorted { first, second in
      let (former, latter) = (time(first.element), time(second.element))
      return former == latter ? first.offset < second.offset : former > latter
    }.map(\.element)
  }
}
