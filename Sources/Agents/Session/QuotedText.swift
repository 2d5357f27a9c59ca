internal import CommandKit

/// Text from pages, quoted and shortened for an agent.
enum QuotedText {
  /// Returns a title without control characters and of at most 80 characters.
  static func title(_ title: String) -> String { cut(title, 80) }

  /// Returns a title in quotes, or an empty string if there is no title.
  static func quoted(_ title: String) -> String {
    let text = cut(title, 80)
    return text.isEmpty ? "" : "\"\(text.map { $0 == "\"" ? "'" : String($0) }.joined())\""
  }

  /// Returns an address of at most 160 characters, without its user name, query and fragment.
  /// - Parameter isWhole: Whether the complete address is returned.
  static func address(_ url: String, isWhole: Bool = false) -> String {
    guard !isWhole else { return cut(url, 2_000) }
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return cut(url, 160) }
    let scheme = url[..<colon]
    var rest = url[url.utf8.index(after: colon)...]
    if scheme == "data" {
      let kind = rest.prefix { $0 != "," && $0 != ";" }
      return cut("data:\(kind),…", 160)
    }
    if let end = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    {
      rest = rest[..<end]
    }
    if rest.hasPrefix("//") {
      var host = rest.dropFirst(2).prefix { $0 != "/" }
      let path = rest[host.endIndex...]
      if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
      rest = "//" + host + path
    }
    return cut("\(scheme):\(rest)", 160)
  }

  /// Returns an address for a line: without `https://` in addition.
  static func place(_ url: String, isWhole: Bool = false) -> String {
    let address = address(url, isWhole: isWhole)
    return address.hasPrefix("https://") ? String(address.dropFirst(8)) : address
  }

  /// Returns text that others wrote, without control characters and shortened.
  static func cut(_ text: String, _ count: Int) -> String {
    let scalars = text.unicodeScalars
    let head = String(scalars.prefix(count))
    return SafeText(head).text + (scalars.dropFirst(count).isEmpty ? "" : "…")
  }
}
