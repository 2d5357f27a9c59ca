import Addresses
import TestSupport

/// Laws for any text that is parsed as an address.
///
/// The first byte selects the base and the member to set first. Texts follow, separated by 0xFF: one to
/// parse, and values to set.
enum AddressLaws {
  private static let bases: [WebURL?] =
    [nil]
    + [
      "https://example.org/a/b?c#d", "file:///C:/d/e", "x:/.//p", "x:o", "x://h:1/p?q",
      "mailto:a@b",
    ].map { WebURL($0) }

  static func check(_ input: [UInt8]) throws {
    guard let choice = input.first.map(Int.init) else { return }
    let texts = input.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false)
    let words = texts.map { String(decoding: $0, as: UTF8.self) }
    let bytes = Array(texts[0])
    try resolve(words[0])
    let parsed = WebURL(words[0], base: bases[choice % bases.count])
    try hold(
      parsed == WebURL(utf8: bytes.span, base: bases[choice % bases.count]),
      "bytes and text are not parsed alike")
    guard var url = parsed else { return }
    try soundness(of: url, words)
    for (place, value) in words.enumerated().dropFirst() {
      url.set(WebURL.members[(choice + place) % WebURL.members.count], to: value)
      // The standard's setter of the protocol keeps a host that its parser would remove.
      if url.scheme == "file", url.host == "localhost" { return }
      try soundness(of: url, words)
    }
    _ = displayText(of: url)
  }

  private static func soundness(of url: WebURL, _ words: [String]) throws(BrokenLaw) {
    let faults = url.faults
    try hold(faults.isEmpty, "\(words): \(faults)")
  }

  /// Any typed text is a page, a search, or refused with a reason, and is never a script.
  private static func resolve(_ text: String) throws {
    for policy in Policy.allCases {
      let resolution = Typed.resolve(text, by: policy)
      try hold((resolution.kind == .search) == (resolution.words != nil), "a search has words")
      try hold((resolution.kind == .refused) == (resolution.url == nil), "what is refused leads on")
      try hold(resolution.reason.hasSuffix("."), "a reason is a sentence: \(resolution.reason)")
      if policy != .whatwg {
        try hold(resolution.url?.scheme != "javascript", "a script is followed")
      }
      if let url = resolution.url { try soundness(of: url, [text]) }
    }
  }
}
