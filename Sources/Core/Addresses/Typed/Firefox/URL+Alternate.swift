extension URL {
  /// The address to try where no host of this name is found, as Firefox does: with `www.` before a
  /// host of one or two labels, `.com` behind one, and `https`. Nil for other hosts and where there
  /// are credentials or a port.
  ///
  /// Source: `maybeSetAlternateFixedURI` of Firefox.
  public var alternate: URL? {
    guard scheme == "http", username.isEmpty, password.isEmpty, port == nil, let host else {
      return nil
    }
    let dots = host.utf8.count { $0 == UInt8(ascii: ".") }
    let bytes = Array(host.utf8)
    let isName = !["localhost", "http", "https"].contains { bytes.elementsEqual($0.utf8) }
    let begins = bytes.starts(with: "www.".utf8)
    guard isName, dots < 2, dots == 0 || !begins || bytes.count == 4 else { return nil }
    var url = self
    url.setScheme("https")
    url.setHost(begins ? host + "com" : "www." + host + (dots == 0 ? ".com" : ""))
    return url
  }
}
