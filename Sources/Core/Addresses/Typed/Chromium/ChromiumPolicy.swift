/// Decides as Chromium's address bar does.
///
/// The text is cut into parts, repaired, and judged by what it then has: a scheme, a host that may be
/// one, a suffix that is known, a port, a slash at the end. Addresses get `http`, as the address bar
/// answers; that Chromium then tries `https` is a matter of loading. Source: `autocomplete_input.cc`
/// of Chromium; differences that were found are listed in the tests.
enum ChromiumPolicy {
  static func resolve(_ text: TypedText, _ context: Typed.Context) -> Resolution {
    if text.first == UInt8(ascii: "?") { return .forcedSearch(text, context) }
    let verdict = ChromiumVerdict(text, context)
    if verdict.kind == .address, let url = verdict.url { return .address(url, verdict.reason) }
    return .search(text.words(), verdict.reason, context)
      .beside(verdict.url, isOffered: verdict.kind == .undecided)
  }
}
