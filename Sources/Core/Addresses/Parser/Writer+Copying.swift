/// Parts taken over from another URL.
extension Writer {
  mutating func copyScheme(of url: URL) {
    append(url.href.utf8.span.extracting(0..<url.layout.schemeEnd))
    endScheme()
  }

  /// Copies the scheme, and the credentials, host and port where there are any.
  mutating func copyAuthority(of url: URL) {
    let layout = url.layout
    let end = layout.hasAuthority ? layout.pathStart : layout.schemeEnd + 1
    removeLast(from: 0)
    append(url.href.utf8.span.extracting(0..<Int(end)))
    self.layout = layout
    self.layout.pathStart = end
    self.layout.queryStart = -1
    self.layout.fragmentStart = -1
  }

  mutating func copyCredentials(of url: URL) {
    let bytes = url.href.utf8.span
    appendCredentials(
      username: bytes.extracting(url.layout.username),
      password: bytes.extracting(url.layout.password))
  }

  mutating func copyHost(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.host))
    endHost()
  }

  /// Copies all before the query and the fragment.
  mutating func copyUpToPath(of url: URL) {
    let end = url.layout.path(total: url.href.utf8.count).upperBound
    append(url.href.utf8.span.extracting(0..<end))
    layout = url.layout
    layout.queryStart = -1
    layout.fragmentStart = -1
  }

  /// Copies the path, which still has to be ended.
  mutating func copyPath(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.path(total: url.href.utf8.count)))
  }

  mutating func copyQuery(of url: URL) {
    guard let query = url.layout.query(total: url.href.utf8.count) else { return }
    beginQuery()
    append(url.href.utf8.span.extracting(query))
  }

  mutating func copyFragment(of url: URL) {
    guard let fragment = url.layout.fragment(total: url.href.utf8.count) else { return }
    beginFragment()
    append(url.href.utf8.span.extracting(fragment))
  }
}
