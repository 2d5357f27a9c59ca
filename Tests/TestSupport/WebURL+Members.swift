public import Addresses

/// The `URL` of the module, for files that also import Foundation and its `URL`.
public typealias WebURL = Addresses.URL

/// The members of the standard's `URL` interface (section 6.1), with the names in its test suite.
extension WebURL {
  /// All readable members, in the order of the standard.
  public static let members = [
    "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname",
    "search", "hash",
  ]

  /// Returns the value of a member, or nil if there is no such member.
  public func member(_ name: String) -> String? {
    switch name {
    case "href": href
    case "origin": origin
    case "protocol": scheme + ":"
    case "username": username
    case "password": password
    case "host": (host ?? "") + (port.map { ":\($0)" } ?? "")
    case "hostname": host ?? ""
    case "port": port.map { "\($0)" } ?? ""
    case "pathname": path
    case "search": query.map { $0.isEmpty ? "" : "?" + $0 } ?? ""
    case "hash": fragment.map { $0.isEmpty ? "" : "#" + $0 } ?? ""
    default: nil
    }
  }

  /// Sets a member. An invalid `href` or an unknown name changes nothing.
  public mutating func set(_ name: String, to value: String) {
    switch name {
    case "protocol": setScheme(value)
    case "username": setUsername(value)
    case "password": setPassword(value)
    case "host": setHostAndPort(value)
    case "hostname": setHost(value)
    case "port": setPort(value)
    case "pathname": setPath(value)
    case "search": setQuery(value)
    case "hash": setFragment(value)
    case "href": self = WebURL(value) ?? self
    default: break
    }
  }
}
