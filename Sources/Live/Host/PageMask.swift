internal import Notation

/// Removes the pages of unrecorded hosts from the extension's messages.
///
/// Such a page is reported as ``url`` with the title ``title``, so the tab and its back/forward list
/// stay complete, but nothing in the profile tells which page it was.
struct PageMask {
  /// The address that is recorded instead. It does not count as a visit.
  static let url = "about:blank#not-recorded"
  static let title = "Not recorded"

  var hosts = UnrecordedHosts()
  /// The last hidden title of each tab. A tab may have it for a moment with its next page.
  private var titles: [Int64: String] = [:]

  /// The members of messages that describe pages. Bookmarks are not masked, because the browser would
  /// remove those that the profile lacks.
  private static let members: Set<String> = [
    "strip", "tab", "look", "looks", "causes", "zoom", "zooms",
  ]

  init() {}

  /// Returns a message without the pages of unrecorded hosts.
  mutating func masking(_ message: JSON) -> JSON {
    guard !hosts.hosts.isEmpty, case .object(var members) = message else { return message }
    for place in members.indices where Self.members.contains(members[place].name) {
      members[place].value = hiding(members[place].value)
    }
    return .object(members)
  }

  private mutating func hiding(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): return hosts.contains(text) ? .string(Self.url) : value
    case .array(let elements): return .array(elements.map { hiding($0) })
    case .object(var members):
      let hidesTitle = hidesTitle(of: value)
      for place in members.indices {
        let isTitle = hidesTitle && members[place].name == "title"
        members[place].value = isTitle ? .string(Self.title) : hiding(members[place].value)
      }
      return .object(members)
    default: return value
    }
  }

  /// Whether the title of a tab or page is that of an unrecorded one.
  private mutating func hidesTitle(of page: JSON) -> Bool {
    let urls = [page["url"]?.string, page["pendingUrl"]?.string].compactMap(\.self)
    guard !urls.isEmpty, let title = page["title"]?.string else { return false }
    let tab = page["id"]?.integer
    if urls.contains(where: { hosts.contains($0) }) {
      if let tab { titles[tab] = title }
      return true
    }
    guard let tab, let hidden = titles[tab] else { return false }
    if hidden == title { return true }
    titles[tab] = nil
    return false
  }
}
