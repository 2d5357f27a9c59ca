/// Where the parts of a serialised URL begin and end, as byte offsets.
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
/// Without an authority `usernameEnd`, `hostStart` and `hostEnd` stand just behind the colon, and
/// `pathStart` is two bytes later where the path is written with a leading `/.`.
struct Layout: Sendable {
  var scheme = Scheme.other
  var schemeEnd = 0
  var usernameEnd = 0
  var hostStart = 0
  var hostEnd = 0
  var pathStart = 0
  /// Offset of the `?`, -1 without a query.
  var queryStart = -1
  /// Offset of the `#`, -1 without a fragment.
  var fragmentStart = -1
  /// The port as a number, -1 where none is written.
  var port = -1

  var hasAuthority: Bool { hostStart > schemeEnd + 1 }
  var usernameStart: Int { schemeEnd + 3 }
  var hasCredentials: Bool { hasAuthority && hostStart > usernameStart }
  var host: Range<Int> { hostStart..<hostEnd }

  /// The user name, empty where there is none.
  var username: Range<Int> {
    hasCredentials ? usernameStart..<usernameEnd : usernameEnd..<usernameEnd
  }

  /// The password, empty where there is none.
  var password: Range<Int> {
    let at = hostStart - 1
    let colon = usernameEnd
    return hasCredentials && colon < at ? colon + 1..<at : colon..<colon
  }

  func path(total: Int) -> Range<Int> {
    pathStart..<(queryStart >= 0 ? queryStart : beforeFragment(total: total))
  }

  /// The query without its `?`.
  func query(total: Int) -> Range<Int>? {
    queryStart >= 0 ? queryStart + 1..<beforeFragment(total: total) : nil
  }

  /// The fragment without its `#`.
  func fragment(total: Int) -> Range<Int>? {
    fragmentStart >= 0 ? fragmentStart + 1..<total : nil
  }

  func beforeFragment(total: Int) -> Int { fragmentStart >= 0 ? fragmentStart : total }
}
