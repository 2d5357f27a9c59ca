/// The text that shows a URL to a person: the URL itself, with its host in Unicode where that is
/// safe.
///
/// The scheme stays, and so does all percent-encoding. Parsing the text gives the same URL again.
public func displayText(of url: URL) -> String {
  DisplayParts(url, .builtIn).whole
}

/// The text that shows a URL in a narrow place, as the address field does.
///
/// What is left out is `…`: first the end of path, query and fragment, then scheme and credentials,
/// then subdomains from the left. The registrable domain with its port is always whole, however
/// narrow the place; so is a host without one, such as an IP address.
/// - Parameter width: in Unicode scalars; combining marks and wide characters count as one each.
public func displayText(
  of url: URL, width: Int, suffixes: PublicSuffixes = .builtIn
) -> String {
  DisplayParts(url, suffixes).elided(to: width)
}
