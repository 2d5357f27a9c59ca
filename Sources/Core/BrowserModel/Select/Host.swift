/// The host that zoom is kept by (Z2): that of a URL with an authority, without credentials and
/// port; nil for `about:`, `data:`, `file:///` and the like.
///
/// - Parameter url: A serialised URL.
public func host(ofURL url: String) -> Substring? {
  let bytes = url.utf8
  guard let colon = bytes.firstIndex(of: 0x3A) else { return nil }
  let afterColon = bytes[bytes.index(after: colon)...]
  guard afterColon.starts(with: [0x2F, 0x2F]) else { return nil }
  var authority = afterColon.dropFirst(2)
  authority = authority.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
  if let at = authority.lastIndex(of: 0x40) { authority = authority[bytes.index(after: at)...] }
  let bracket = authority.lastIndex(of: 0x5D) ?? authority.startIndex
  if let port = authority[bracket...].firstIndex(of: 0x3A) { authority = authority[..<port] }
  return authority.isEmpty ? nil : Substring(authority)
}
