/// Returns the text to display for a URL (A4): the URL with its host in Unicode, unless the host
/// could be mistaken for another host.
///
/// The scheme and percent-encoding are unchanged. Parsing the displayed text results in the same
/// URL.
public func displayText(of url: URL) -> String {
  DisplayParts(url, .builtIn).whole
}

/// Returns the text to display for a URL if space is limited:
///
/// ```swift
/// let text = displayText(of: url, width: 30)  // https://www.example.com/long/…
/// let narrow = displayText(of: url, width: 16)  // …example.com…
/// ```
///
/// Omitted parts are replaced by "…". The function first shortens path, query and fragment from the
/// end. It then omits the scheme and the credentials, and finally complete subdomain labels from
/// the left. The registrable domain with its port is never shortened, even if it exceeds the width.
/// A host without a registrable domain, such as an IP address, is not shortened either.
///
/// - Parameters:
///   - url: The URL.
///   - width: The available width in Unicode scalars. Each combining mark and each wide character
///     counts as one scalar.
///   - suffixes: The public suffixes that determine the registrable domain.
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

  /// Returns the longest sequence of complete labels, each with a dot after it, at the end of the
  /// text that fits into a number of scalars.
  ///
  /// - Complexity: O(`count`)
  func labels(scalars count: Int) -> String {
    let fitting = unicodeScalars.suffix(max(0, count))
    guard fitting.startIndex > startIndex else { return self }
    // The labels start after the first dot, which may be just before the scalars that fit.
    let rest = unicodeScalars[unicodeScalars.index(before: fitting.startIndex)...]
    guard let dot = rest.firstIndex(of: ".") else { return "" }
    return String(rest[rest.index(after: dot)...])
  }
}
