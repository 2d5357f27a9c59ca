/// Decides as serves a person best: what is surely an address is one, all else is searched for, and
/// what would lead elsewhere than was typed is refused with a sentence.
///
/// In this order: `?` forces a search; a path of the file system; a scheme that is known or followed
/// by `//`, slips of the keys put right; a host, to which a scheme is added, and to an IPv6 address its
/// brackets; a path that begins with two slashes; and words.
enum RetracePolicy {
  static func resolve(_ typed: TypedText, _ context: Typed.Context) -> Resolution {
    if typed.first == UInt8(ascii: "?") { return .forcedSearch(typed, context) }
    let typed = typed.completed(context)
    let slip = SchemeSlip(typed)
    let text = slip?.text ?? typed
    return path(text, context)
      ?? withScheme(text, slip?.reason ?? "It begins with a scheme.", context)
      ?? bareIPv6(text) ?? withoutScheme(text, context) ?? doubleSlashPath(text)
      ?? search(typed, context)
  }

  /// A search, by another engine where a bang names one: `!w swift`, `swift !w`.
  private static func search(_ typed: TypedText, _ context: Typed.Context) -> Resolution {
    if let bang = Bang(typed, context) {
      return .search(
        bang.words, "The bang names a search engine.", context, by: bang.engine)
    }
    return .search(typed.words(), reasonForWords(typed, context), context)
  }
}

extension TypedText {
  /// The text with its host completed, where the context says with what.
  fileprivate func completed(_ context: Typed.Context) -> TypedText {
    guard context.completion != nil else { return self }
    let isHTTP = schemeIs("http") || schemeIs("https")
    let colon = isHTTP ? schemeLength.map { $0 + 1 } ?? 0 : 0
    let start = colon + bytes.span.leadingSlashes(colon..<bytes.count)
    let authority = TypedAuthority(TypedText(Array(bytes[start...])))
    guard authority.hostIsName, !authority.hasSpace else { return self }
    let host = start + authority.host.lowerBound..<start + authority.host.upperBound
    let completed = DomainCompletion.completed(Array(bytes[host]), context)
    return TypedText(bytes[..<host.lowerBound] + completed + bytes[host.upperBound...])
  }
}
