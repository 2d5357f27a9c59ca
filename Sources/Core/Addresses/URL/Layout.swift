/// The byte offsets of the parts of a serialised URL.
///
/// ```
/// https://user:pass@example.org:8080/path?query#fragment
///      |      |     |          |    |    |     |
///      |      |     |          |    |    |     fragmentStart
///      |      |     |          |    |    queryStart
///      |      |     |          |    pathStart
///      |      |     |          hostEnd
///      |      |     hostStart
///      |      usernameEnd
///      schemeEnd
/// ```
/// Without an authority, `usernameEnd`, `hostStart` and `hostEnd` are the offset after the colon.
/// `pathStart` is two bytes later if the path is written with a leading `/.`.
struct Layout: Sendable {
  var scheme = Scheme.other
  /// The offset of the colon after the scheme.
  var schemeEnd = 0
  /// The offset after the user name.
  var usernameEnd = 0
  /// The offset of the host, after the `@` if there are credentials.
  var hostStart = 0
  /// The offset after the host, which is the offset of the colon of a port, or ``pathStart``.
  var hostEnd = 0
  /// The offset of the path.
  var pathStart = 0
  /// The offset of the `?`, or −1 if there is no query.
  var queryStart = -1
  /// The offset of the `#`, or −1 if there is no fragment.
  var fragmentStart = -1
  /// The port, or −1 if the URL contains no port.
  var port = -1

  /// Whether the URL has `//` and an authority, whose host may be empty.
  var hasAuthority: Bool { hostStart > schemeEnd + 1 }
  /// The offset after `://`.
  var usernameStart: Int { schemeEnd + 3 }
  /// Whether there is a user name or a password.
  var hasCredentials: Bool { hasAuthority && hostStart > usernameStart }
  /// The range of the host.
  var host: Range<Int> { hostStart..<hostEnd }

  /// The range of the user name. Empty if there is none.
  var username: Range<Int> {
    hasCredentials ? usernameStart..<usernameEnd : usernameEnd..<usernameEnd
  }

  /// The range of the password. Empty if there is none.
  var password: Range<Int> {
    let at = hostStart - 1
    let colon = usernameEnd
    return hasCredentials && colon < at ? colon + 1..<at : colon..<colon
  }

  /// Returns the range of the path.
  ///
  /// - Parameter total: The length of the URL.
  func path(total: Int) -> Range<Int> {
    pathStart..<(queryStart >= 0 ? queryStart : beforeFragment(total: total))
  }

  /// Returns the range of the query without its `?`, or nil if there is no query.
  func query(total: Int) -> Range<Int>? {
    queryStart >= 0 ? queryStart + 1..<beforeFragment(total: total) : nil
  }

  /// Returns the range of the fragment without its `#`, or nil if there is no fragment.
  func fragment(total: Int) -> Range<Int>? {
    fragmentStart >= 0 ? fragmentStart + 1..<total : nil
  }

  /// Returns the length of the URL without its fragment.
  func beforeFragment(total: Int) -> Int { fragmentStart >= 0 ? fragmentStart : total }
}
