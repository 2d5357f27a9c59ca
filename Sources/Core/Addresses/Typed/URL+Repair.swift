/// Repairs of what a person typed, on an address that is valid already.
extension URL {
  /// With `127.0.0.1` for `0.0.0.0` and `[::1]` for `[::]`, which lead nowhere.
  var withLocalHost: URL {
    guard layout.scheme == .http || layout.scheme == .https else { return self }
    let host = href.utf8.span.extracting(layout.host)
    let isV4 = host.isEqualIgnoringCase("0.0.0.0")
    guard isV4 || host.isEqualIgnoringCase("[::]") else { return self }
    var url = self
    url.setHost(isV4 ? "127.0.0.1" : "[::1]")
    return url
  }

  /// With one dot in the host where there are more beside each other.
  var withSingleDots: URL {
    let host = href.utf8.span.extracting(layout.host)
    var kept: [UInt8] = []
    for index in host.indices
    where index == 0 || host[index] != UInt8(ascii: ".") || host[index - 1] != host[index] {
      kept.append(host[index])
    }
    guard kept.count < host.count else { return self }
    var url = self
    url.setHost(String(decoding: kept, as: UTF8.self))
    return url
  }
}
