import Addresses

/// The module's URL, in files that import Foundation and its URL too.
typealias WebURL = Addresses.URL

/// The members of the standard's `URL` interface (section 6.1), as its test suite names them.
extension WebURL {
  func member(_ name: String) -> String? {
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
}
