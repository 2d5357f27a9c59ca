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

/// A URL as it is shown, cut where it may be shortened.
struct DisplayParts {
  /// Scheme and credentials.
  private let start: String
  /// What comes before the registrable domain, with its dot.
  private let subdomains: String
  /// The registrable domain and the port; empty if there is no host.
  private let domain: String
  /// Path, query and fragment; the whole URL if there is no host.
  private let end: String

  /// Cuts a URL.
  init(_ url: URL, _ suffixes: PublicSuffixes) {
    let layout = url.layout
    let host = url.host ?? ""
    guard !host.isEmpty else {
      start = ""
      subdomains = ""
      domain = ""
      end = url.href
      return
    }
    let shown = UnicodeHost.unicode(of: url) ?? host
    let registrable = suffixes.registrableStart(in: host.utf8.span, includesPrivate: true) ?? 0
    let cut = DisplayParts.offset(in: shown, behindDots: host.utf8.prefix(registrable).dotCount)
    start = url.text(0..<layout.hostStart)
    subdomains = String(decoding: shown.utf8.prefix(cut), as: UTF8.self)
    domain =
      String(decoding: shown.utf8.dropFirst(cut), as: UTF8.self)
      + url.text(layout.hostEnd..<layout.pathStart)
    end = url.text(layout.pathStart..<url.href.utf8.count)
  }

  /// The offset in bytes after a number of dots.
  private static func offset(in text: String, behindDots count: Int) -> Int {
    var offset = 0
    var dots = 0
    for byte in text.utf8 {
      guard dots < count else { break }
      if byte == UInt8(ascii: ".") { dots += 1 }
      offset += 1
    }
    return offset
  }

  /// The text without anything left out.
  var whole: String { start + subdomains + domain + end }

  /// Returns the text with as much left out as a width requires.
  func elided(to width: Int) -> String {
    if whole.unicodeScalars.count <= width { return whole }
    // A path of one slash is nothing that is missed.
    let rest = end.utf8.count > 1 ? "…" : ""
    let begun = start + subdomains + domain
    let room = width - (begun + rest).unicodeScalars.count
    if room >= 0 || domain.isEmpty {
      return begun + (rest.isEmpty ? "" : end.prefix(scalars: max(0, room)) + rest)
    }
    let left = width - (domain + rest).unicodeScalars.count - 1
    return "…" + subdomains.labels(scalars: left) + domain + rest
  }
}

extension Substring.UTF8View {
  fileprivate var dotCount: Int { count { $0 == UInt8(ascii: ".") } }
}

extension String {
  fileprivate func prefix(scalars count: Int) -> String {
    String(unicodeScalars.prefix(count))
  }

  /// The last labels, whole, that fit into a number of scalars.
  fileprivate func labels(scalars count: Int) -> String {
    var rest = unicodeScalars[...]
    while rest.count > count, let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
    }
    return String(rest)
  }
}
