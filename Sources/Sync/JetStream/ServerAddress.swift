/// The address of a server, in the form `nats://HOST:PORT`, or `tls://HOST:PORT` for a connection
/// with TLS.
///
/// A name and a password may precede the host, as in `nats://name:password@host`. The name and the
/// password are never shown. The default scheme is `nats`, and the default port is 4222.
package struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
  /// The complete address, including the name and password.
  package let url: String
  /// The address for display, without the name and password.
  package let description: String
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// Whether the address has a user name.
  let hasUser: Bool
  let port: UInt16

  /// Parses an address.
  ///
  /// - Throws: ``SyncError`` that describes the error.
  package init(_ text: String) throws {
    var (scheme, rest) = ("nats", text[...])
    if let colon = text.firstRange(of: "://") {
      scheme = text[..<colon.lowerBound].lowercased()
      rest = text[colon.upperBound...]
    }
    guard ["nats", "tls"].contains(scheme) else {
      throw Self.failure(text, "it must begin with nats:// or tls://")
    }
    while rest.last == "/" { rest.removeLast() }
    let userEnd = rest.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
    let place = rest[userEnd...]
    // The colons of an IPv6 address are within brackets.
    let hostEnd = place.lastIndex(of: "]") ?? place.startIndex
    var (host, port) = (place, "4222"[...])
    if let colon = place[hostEnd...].lastIndex(of: ":") {
      (host, port) = (place[..<colon], place[place.index(after: colon)...])
    }
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost) else {
      throw Self.failure(text, "it has no host")
    }
    guard let number = UInt16(port), number > 0 else {
      throw Self.failure(text, "“\(port)” is not a port")
    }
    description = "\(scheme)://\(host):\(number)"
    url = "\(scheme)://\(rest[..<userEnd])\(host):\(number)"
    isEncrypted = scheme == "tls"
    hasUser = userEnd > rest.startIndex
    self.port = number
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"/?#@,\"\\".utf8.contains(byte)
  }

  /// Returns the part of an address that may be shown, even if the address is malformed. The part
  /// before “@” may contain a password.
  package static func withoutUser(_ text: String) -> Substring {
    text.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
  }

  private static func failure(_ text: String, _ reason: String) -> SyncError {
    SyncError(.stream, "“\(withoutUser(text))” is not a server address: \(reason).")
  }
}
