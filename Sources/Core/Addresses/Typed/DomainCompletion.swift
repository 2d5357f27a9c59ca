/// The completion of a host with Ctrl-Enter.
enum DomainCompletion {
  /// Returns a host after adding `www.` before the host and the completion of the context after the
  /// host, such as `www.swift.com` for `swift`.
  ///
  /// The host is unchanged if the context has no completion, or if the host is under a known
  /// suffix.
  static func completed(_ host: [UInt8], _ context: Typed.Context) -> [UInt8] {
    guard let completion = context.completion, !host.isEmpty, !isComplete(host, context) else {
      return host
    }
    let isDotted = host.last == UInt8(ascii: ".")
    let begins = host.starts(with: "www.".utf8)
    return (begins ? [] : Array("www.".utf8)) + host + (isDotted ? [] : [UInt8(ascii: ".")])
      + Array(completion.utf8)
  }

  /// Whether a host has a registrable domain under a known suffix.
  private static func isComplete(_ host: [UInt8], _ context: Typed.Context) -> Bool {
    guard let name = TypedText(host).address(after: "http://")?.host else { return false }
    let bytes = Array(name.utf8)
    return context.suffixes.registrableStart(in: bytes.span, includesPrivate: false) != nil
  }
}
