/// The rules by which a typed text becomes a URL or a search (A1).
public enum Policy: UInt8, CaseIterable, Sendable {
  /// The default: what is surely an address is one, the rest is searched for, and what
  /// would lead elsewhere than was typed is refused.
  case retrace
  /// The parser of the URL standard alone: nothing is repaired and nothing is searched for.
  case whatwg

  /// The name that events store with each decision. It never changes.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .whatwg: "whatwg"
    }
  }
}

/// Resolves a text by the parser of the URL standard alone.
enum StandardPolicy {
  /// Returns the URL, or a refusal that says what is wrong with it.
  static func resolve(_ text: String, _ context: Typed.Context) -> Resolution {
    if let url = URL(text, base: context.base) {
      return .address(url, "The URL Standard's parser takes it.")
    }
    return .refused(reason(TypedText(text), context))
  }

  /// The sentence for a text that the parser rejects.
  private static func reason(_ typed: TypedText, _ context: Typed.Context) -> String {
    guard let length = typed.schemeLength else {
      return context.base == nil
        ? "It has no scheme, and there is no base." : TypedAuthority.reasonOfFailure(typed, from: 0)
    }
    return TypedAuthority.reasonOfFailure(typed, from: length + 1)
  }
}

/// The completion of a host by Ctrl-Enter.
enum DomainCompletion {
  /// Returns a host with `www.` before it and the completion of the context after it, as in
  /// `www.swift.com` for `swift`.
  ///
  /// A host stays as it is if the context has no completion, or the host is under a known
  /// suffix.
  static func completed(_ host: [UInt8], _ context: Typed.Context) -> [UInt8] {
    guard let completion = context.completion, !host.isEmpty, !isWhole(host, context) else {
      return host
    }
    let isDotted = host.last == UInt8(ascii: ".")
    let begins = host.starts(with: "www.".utf8)
    return (begins ? [] : Array("www.".utf8)) + host + (isDotted ? [] : [UInt8(ascii: ".")])
      + Array(completion.utf8)
  }

  /// Whether a host has a registrable domain under a known suffix.
  private static func isWhole(_ host: [UInt8], _ context: Typed.Context) -> Bool {
    guard let name = TypedText(host).address(behind: "http://")?.host else { return false }
    let bytes = Array(name.utf8)
    return context.suffixes.registrableStart(in: bytes.span, includesPrivate: false) != nil
  }
}
