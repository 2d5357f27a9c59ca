internal import Notation

/// A change of a comparison, as a line and as short JSON.
struct ChangeLine {
  let line: String
  let json: JSON

  /// Creates the line of a change in the JSON of `diff`.
  init(_ change: JSON) {
    let kind = change["kind"]?.string ?? ""
    var line = Self.words(kind)
    var members: [(name: String, value: JSON)] = [("kind", .string(kind))]
    for name in ["tab", "window", "group", "bookmark", "item", "entry", "site", "name"] {
      guard let value = change[name], value != .null else { continue }
      if case .object = value { continue }
      if case .string(let text) = value {
        members.append((name, .string(QuotedText.cut(text, 80))))
        line += " " + QuotedText.quoted(text)
        continue
      }
      members.append((name, value))
      if let id = value.whole { line += members.count == 2 ? " #\(id)" : ", \(name) #\(id)" }
    }
    if let title = change["title"]?.string, !title.isEmpty {
      line += " " + QuotedText.quoted(title)
      members.append(("title", .string(QuotedText.title(title))))
    }
    if let url = change["url"]?.string, !url.isEmpty {
      line += " — " + QuotedText.place(url)
      members.append(("url", .string(QuotedText.address(url))))
    }
    for name in ["pinned", "muted", "collapsed"] {
      guard case .bool(let isSet)? = change[name] else { continue }
      line += isSet ? "" : ": no longer"
      members.append((name, .bool(isSet)))
    }
    if change["from"] != nil || change["to"] != nil {
      line += ": \(Self.text(change["from"])) → \(Self.text(change["to"]))"
      members.append(("from", Self.short(change["from"])))
      members.append(("to", Self.short(change["to"])))
    }
    self.line = line
    json = .object(members)
  }

  /// Returns the words of a kind: `tabClosed` is “tab closed”.
  private static func words(_ kind: String) -> String {
    kind.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
  }

  private static func text(_ value: JSON?) -> String {
    switch value {
    case nil, .null: return "none"
    case .integer(let number): return "#\(number)"
    case .number(let number): return "\(number)"
    case .bool(let isSet): return "\(isSet)"
    case .string(let text): return QuotedText.quoted(QuotedText.address(text))
    case .array(let elements): return elements.map { text($0) }.joined(separator: " ")
    case .object(let members):
      if let url = value?["url"]?.string { return QuotedText.place(url) }
      return members.map { "\($0.name) \(text($0.value))" }.joined(separator: " ")
    }
  }

  private static func short(_ value: JSON?) -> JSON {
    switch value {
    case nil: .null
    case .string(let text)?: .string(QuotedText.address(text))
    case .object(let members)?:
      .object(
        members.map { member in
          guard let text = member.value.string else { return member }
          return (
            member.name,
            .string(member.name == "url" ? QuotedText.address(text) : QuotedText.title(text))
          )
        })
    case .array(let elements)?: .array(elements.prefix(20).map { short($0) })
    case .some(let value): value
    }
  }
}
