/// The parts of an address as it is stored. Nothing is decoded or checked.
struct DividedAddress {
  /// The scheme without the colon, or nil if the text is not an address.
  private(set) var scheme: String?
  /// The name and password in front of `@`.
  var user: String?
  /// The host, which is empty for files, or nil if the address has no host.
  var host: String?
  /// The port with its colon, or an empty string.
  private(set) var port = ""
  /// The parts of the path between slashes. Without a host, the path is one part.
  var path: [String] = []
  /// The text after `?`.
  var query: String?
  /// The text after `#`.
  var fragment: String?

  init(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)[...]
    var rest = bytes
    if let index = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Self.text(rest[(index + 1)...])
      rest = rest[..<index]
    }
    if let index = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = Self.text(rest[(index + 1)...])
      rest = rest[..<index]
    }
    if let index = rest.firstIndex(of: UInt8(ascii: ":")),
      rest[..<index].allSatisfy(Self.isOfScheme)
    {
      scheme = Self.text(rest[..<index])
      rest = rest[(index + 1)...]
    }
    guard scheme != nil, rest.starts(with: "//".utf8) else {
      path = [Self.text(rest)]
      return
    }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    readAuthority(rest[..<end])
    path = rest[end...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Self.text)
  }

  private mutating func readAuthority(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if let index = rest.lastIndex(of: UInt8(ascii: "@")) {
      user = Self.text(rest[..<index])
      rest = rest[(index + 1)...]
    }
    // The colons of an IPv6 address are in brackets.
    if let index = rest.lastIndex(of: UInt8(ascii: ":")),
      !rest[index...].contains(UInt8(ascii: "]"))
    {
      port = Self.text(rest[index...])
      rest = rest[..<index]
    }
    host = Self.text(rest)
  }

  /// The address.
  var text: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let host {
      text += "//" + (user.map { "\($0)@" } ?? "") + host + port
    }
    text += path.joined(separator: "/")
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
