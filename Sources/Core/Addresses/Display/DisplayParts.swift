/// A URL as it is displayed, split into the parts that can be shortened.
struct DisplayParts {
  /// The scheme and the credentials.
  private let start: String
  /// The subdomains before the registrable domain, with the final dot.
  private let subdomains: String
  /// The registrable domain and the port. Empty if there is no host.
  private let domain: String
  /// The path, the query and the fragment, or the complete URL if there is no host.
  private let end: String

  /// Splits a URL.
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
    let cut = DisplayParts.offset(in: shown, afterDots: host.utf8.prefix(registrable).dotCount)
    start = url.text(0..<layout.hostStart)
    subdomains = String(decoding: shown.utf8.prefix(cut), as: UTF8.self)
    domain =
      String(decoding: shown.utf8.dropFirst(cut), as: UTF8.self)
      + url.text(layout.hostEnd..<layout.pathStart)
    end = url.text(layout.pathStart..<url.href.utf8.count)
  }

  /// Returns the offset in bytes after a number of dots.
  private static func offset(in text: String, afterDots count: Int) -> Int {
    var offset = 0
    var dots = 0
    for byte in text.utf8 {
      guard dots < count else { break }
      if byte == UInt8(ascii: ".") { dots += 1 }
      offset += 1
    }
    return offset
  }

  /// The complete text.
  var whole: String { start + subdomains + domain + end }

  /// Returns the text, shortened to fit a width.
  func elided(to width: Int) -> String {
    if whole.unicodeScalars.count <= width { return whole }
    // Nothing is lost if the path is a single slash.
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
