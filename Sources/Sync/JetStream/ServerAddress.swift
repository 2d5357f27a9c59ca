/// Where a server is: `nats://HOST:PORT`, or `tls://HOST:PORT` with TLS.
///
/// A name and a password may stand before the host, as `nats://name:password@host`; they are never
/// shown. Without a scheme it is `nats`, without a port 4222.
package struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
  /// All of it, with name and password.
  package let url: String
  /// What people are shown: without name and password.
  package let description: String
  /// Whether what is sent is encrypted on the way.
  package let isEncrypted: Bool
  /// Whether a name stands before the host.
  let hasUser: Bool
  let port: UInt16

  /// Reads an address.
  ///
  /// - Throws: A ``StreamFailure`` that says what is wrong with it.
  package init(_ text: String) throws(StreamFailure) {
    var (scheme, rest) = ("nats", text[...])
    if let colon = text.firstRange(of: "://") {
      scheme = text[..<colon.lowerBound].lowercased()
      rest = text[colon.upperBound...]
    }
    guard ["nats", "tls"].contains(scheme) else {
      throw Self.failure(text, "an address begins with nats:// or tls://")
    }
    while rest.last == "/" { rest.removeLast() }
    let userEnd = rest.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
    let place = rest[userEnd...]
    // The colons of an IPv6 address stand in brackets.
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

  /// What of an address people may be shown, rightly written or not: what stands before “@” may be a password.
  package static func withoutUser(_ text: String) -> Substring {
    text.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
  }

  private static func failure(_ text: String, _ reason: String) -> StreamFailure {
    StreamFailure(
      "“\(withoutUser(text))” is not the address of a server: \(reason).", isTemporary: false)
  }
}
