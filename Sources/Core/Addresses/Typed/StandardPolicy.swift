/// The policy that uses only the parser of the URL standard.
enum StandardPolicy {
  /// Returns the URL, or a refusal that states why the text is not a URL.
  static func resolve(_ text: String, _ context: Typed.Context) -> Resolution {
    if let url = URL(text, base: context.base) {
      return .address(url, "The URL Standard's parser accepts it.")
    }
    return .refused(reason(TypedText(text), context))
  }

  /// Returns a sentence that states why the parser rejects a text.
  private static func reason(_ typed: TypedText, _ context: Typed.Context) -> String {
    guard let length = typed.schemeLength else {
      return context.base == nil
        ? "It has no scheme, and there is no base." : TypedAuthority.reasonOfFailure(typed, from: 0)
    }
    return TypedAuthority.reasonOfFailure(typed, from: length + 1)
  }
}
