internal import Notation

/// A page that the tool `open` opens.
struct PageToOpen {
  let url: String
  let group: Group?
  let isPinned: Bool

  /// The group of a new tab: an existing group, or a new group.
  enum Group: Equatable {
    case id(Int32)
    case title(String)
  }

  init(_ value: JSON) throws(ToolFault) {
    if case .string(let url) = value {
      (self.url, group, isPinned) = (url, nil, false)
      return
    }
    guard case .object(let members) = value, let url = value["url"]?.string, !url.isEmpty else {
      throw ToolFault("Each of the “pages” must be an object with “url”.")
    }
    for (name, _) in members where !["url", "group", "pinned"].contains(name) {
      throw ToolFault(
        "A page has no “\(QuotedText.cut(name, 40))”. It has “url”, “group” and “pinned”.")
    }
    self.url = url
    switch value["pinned"] {
    case nil, .null?, .bool(false)?: isPinned = false
    case .bool(true)?: isPinned = true
    default: throw ToolFault("“pinned” must be true or false.")
    }
    switch value["group"] {
    case nil, .null?: group = nil
    case .integer(let id)?:
      guard id > 0, let id = Int32(exactly: id) else { throw Self.wrongGroup }
      group = .id(id)
    case .string(let text)?:
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      if let id = Int32(digits) {
        guard id > 0 else { throw Self.wrongGroup }
        group = .id(id)
      } else {
        guard !text.isEmpty else { throw Self.wrongGroup }
        group = .title(text)
      }
    default: throw Self.wrongGroup
    }
  }

  private static let wrongGroup = ToolFault(
    "“group” must be the id of a group, or the title of a new group.")
}
