extension PublicSuffixes {
  /// What can be said without a list: the names of the root zone and `onion`, and below those of
  /// two letters, which are countries', the names that most of them divide theirs by, such as `co.uk`.
  public static let builtIn = PublicSuffixes { name in
    guard let dot = name.firstIndex(of: UInt8(ascii: "."), in: 0..<name.count) else {
      return TopLevelDomains.contains(name) || name.isEqualIgnoringCase("onion") ? .suffix : []
    }
    let parent = name.extracting(dot + 1..<name.count)
    return parent.count == 2 && TopLevelDomains.contains(parent)
      && isDivision(name.extracting(0..<dot)) ? .suffix : []
  }

  private static func isDivision(_ label: Span<UInt8>) -> Bool {
    for name: StaticString in [
      "ac", "co", "com", "edu", "go", "gob", "gov", "gv", "info", "ltd", "mil", "ne", "net", "nom",
      "or", "org", "plc", "sch",
    ] where label.isEqualIgnoringCase(name) {
      return true
    }
    return false
  }
}
