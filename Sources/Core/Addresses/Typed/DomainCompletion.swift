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
