internal import Notation

/// Removes the pages of unrecorded hosts, and those of the inspector, from the extension's messages.
///
/// Such a page is reported with the address ``url`` and the title ``title``. The tab and its
/// back/forward list stay complete, but nothing in the profile reveals the real page.
struct PageMask {
  /// The address that is recorded instead of the real address. It does not count as a visit.
  static let url = "about:blank#not-recorded"
  static let title = "Not recorded"

  var hosts = UnrecordedHosts()
  /// The addresses of inspectors that the popup has opened, without the key.
  var inspectors: Set<String> = []
  /// The last hidden title of each tab. The tab may keep this title for a moment after it navigates
  /// to its next page.
  private var titles: [Int64: String] = [:]

  /// The members of messages that describe pages. Bookmarks are not masked, because the browser
  /// would then remove the bookmarks that the profile lacks.
  private static let members: Set<String> = [
    "strip", "tab", "look", "looks", "causes", "zoom", "zooms",
  ]

  init() {}

  /// Returns a message without the pages of unrecorded hosts.
  mutating func masking(_ message: JSON) -> JSON {
    guard !hosts.hosts.isEmpty || !inspectors.isEmpty, case .object(var members) = message else {
      return message
    }
    for place in members.indices where Self.members.contains(members[place].name) {
      members[place].value = hiding(members[place].value)
    }
    return .object(members)
  }

  private func hides(_ url: String) -> Bool {
    hosts.contains(url) || inspectors.contains { url.hasPrefix($0) }
  }

  private mutating func hiding(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): return hides(text) ? .string(Self.url) : value
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

  /// Whether a tab or page has the title of an unrecorded page.
  private mutating func hidesTitle(of page: JSON) -> Bool {
    let urls = [page["url"]?.string, page["pendingUrl"]?.string].compactMap(\.self)
    guard !urls.isEmpty, let title = page["title"]?.string else { return false }
    let tab = page["id"]?.integer
    if urls.contains(where: hides) {
      if let tab { titles[tab] = title }
      return true
    }
    guard let tab, let hidden = titles[tab] else { return false }
    if hidden == title { return true }
    titles[tab] = nil
    return false
  }
}
