/// The rules by which a typed text becomes an address or a search.
public enum Policy: UInt8, CaseIterable, Sendable {
  /// What serves a person best, as ``Typed`` lays down; the default.
  case retrace
  /// What Chromium's address bar does.
  case chromium
  /// What Firefox's address bar does.
  case firefox
  /// The URL Standard's parser alone: nothing is repaired and nothing searched for.
  case whatwg

  /// The name, as it is kept with each decision.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .chromium: "chromium"
    case .firefox: "firefox"
    case .whatwg: "whatwg"
    }
  }
}

/// The URL Standard's parser and nothing else.
enum StandardPolicy {
  static func resolve(_ text: String, _ context: Typed.Context) -> Resolution {
    if let url = URL(text, base: context.base) {
      return .address(url, "The URL Standard's parser takes it.")
    }
    return .refused(reason(TypedText(text), context))
  }

  private static func reason(_ typed: TypedText, _ context: Typed.Context) -> String {
    guard let length = typed.schemeLength else {
      return context.base == nil
        ? "It has no scheme, and there is no base." : TypedAuthority.reasonOfFailure(typed, from: 0)
    }
    return TypedAuthority.reasonOfFailure(typed, from: length + 1)
  }
}

/// What Ctrl-Enter adds to a host that is not yet whole.
enum DomainCompletion {
  /// A host with `www.` before it and the context's completion behind it, unless there is none or
  /// the host has a suffix that is known: `swift` becomes `www.swift.com`.
  static func completed(_ host: [UInt8], _ context: Typed.Context) -> [UInt8] {
    guard let completion = context.completion, !host.isEmpty, !isWhole(host, context) else {
      return host
    }
    let isDotted = host.last == UInt8(ascii: ".")
    let begins = host.starts(with: "www.".utf8)
    return (begins ? [] : Array("www.".utf8)) + host + (isDotted ? [] : [UInt8(ascii: ".")])
      + Array(completion.utf8)
  }

  private static func isWhole(_ host: [UInt8], _ context: Typed.Context) -> Bool {
    guard let name = TypedText(host).address(behind: "http://")?.host else { return false }
    let bytes = Array(name.utf8)
    return context.suffixes.registrableStart(in: bytes.span, includesPrivate: false) != nil
  }
}
