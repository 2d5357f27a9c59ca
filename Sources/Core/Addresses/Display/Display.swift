/// Returns the text that shows a URL to a person (A4): the URL with its host in Unicode if
/// that cannot be mistaken for another host.
///
/// Scheme and percent-encoding stay. Parsed again, the text gives the same URL.
public func displayText(of url: URL) -> String {
  DisplayParts(url, .builtIn).whole
}

/// Returns the text that shows a URL in a narrow place:
///
/// ```swift
/// let text = displayText(of: url, width: 30)  // https://www.example.com/long/…
/// let narrow = displayText(of: url, width: 16)  // …example.com…
/// ```
///
/// What is left out becomes "…": first the end of path, query and fragment, then scheme and
/// credentials, then subdomains, whole labels from the left. The registrable domain with
/// its port is never shortened, however narrow the place is, and neither is a host without
/// one, such as an IP address.
///
/// - Parameters:
///   - url: The URL.
///   - width: How many Unicode scalars there is room for. Combining marks and wide
///     characters count as one each.
///   - suffixes: The public suffixes, by which the registrable domain is found.
public func displayText(
  of url: URL, width: Int, suffixes: PublicSuffixes = .builtIn
) -> String {
  DisplayParts(url, suffixes).elided(to: width)
}

extension Substring.UTF8View {
  var dotCount: Int { count { $0 == UInt8(ascii: ".") } }
}

extension String {
  func prefix(scalars count: Int) -> String {
    String(unicodeScalars.prefix(count))
  }

  /// The last labels, whole, that fit into a number of scalars.
  func labels(scalars count: Int) -> String {
    var rest = unicodeScalars[...]
    while rest.count > count, let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
    }
    return String(rest)
  }
}
