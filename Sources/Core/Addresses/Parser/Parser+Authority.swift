/// The states "authority", "host" and "port" of the standard's parser.
extension Parser {
  /// Parses the text after the slashes, up to the end of the path.
  ///
  /// - Returns: False if the authority is not valid.
  mutating func parseAuthority(_ input: Span<UInt8>, _ rest: Range<Int>) -> Bool {
    let special = isSpecial
    var end = rest.lowerBound
    var lastAt: Int?
    while end < rest.upperBound {
      let byte = input[end]
      if byte.isSlash(special: special) { break }
      if byte == UInt8(ascii: "@") { lastAt = end }
      end += 1
    }
    writer.beginAuthority()
    var host = rest.lowerBound..<end
    if let lastAt {
      guard lastAt + 1 < end else { return false }
      parseCredentials(input.extracting(rest.lowerBound..<lastAt))
      host = lastAt + 1..<end
    }
    guard parseHostAndPort(input, host) else { return false }
    parsePath(input, end..<rest.upperBound)
    return true
  }

  /// Writes the user name and the password.
  private mutating func parseCredentials(_ input: Span<UInt8>) {
    let colon = input.firstIndex(of: UInt8(ascii: ":"), in: 0..<input.count) ?? input.count
    let password = min(colon + 1, input.count)
    writer.appendCredentials(
      username: input.extracting(0..<colon),
      password: input.extracting(password..<input.count))
  }

  /// Writes the host and the port.
  ///
  /// - Returns: False if the host or the port is not valid, or if the host is empty but the URL
  ///   needs one.
  private mutating func parseHostAndPort(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let colon = input.portColon(range)
    let host = range.lowerBound..<(colon ?? range.upperBound)
    guard !host.isEmpty || !isSpecial && colon == nil else { return false }
    guard host.isEmpty || parseHost(input.extracting(host)) else { return false }
    writer.endHost()
    guard let colon else { return true }
    let digits = colon + 1..<range.upperBound
    guard let end = parsePort(input, digits) else { return false }
    return end == digits.upperBound
  }

  /// Writes the port at the start of a range, unless it is the default port.
  ///
  /// - Returns: The end of the digits, or nil if the port is above 65,535.
  mutating func parsePort(_ input: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    var index = range.lowerBound
    while index < range.upperBound, input[index].isDigit {
      value = value * 10 + Int(input[index] &- 0x30)
      guard value <= 65535 else { return nil }
      index += 1
    }
    if index > range.lowerBound, value != writer.layout.scheme.defaultPort {
      writer.appendPort(value)
    }
    return index
  }
}

extension Span<UInt8> {
  /// Returns the index of the first colon in a range, ignoring colons inside brackets. Returns nil
  /// if there is no such colon.
  func portColon(_ range: Range<Int>) -> Int? {
    var insideBrackets = false
    for index in range {
      switch self[index] {
      case UInt8(ascii: "["): insideBrackets = true
      case UInt8(ascii: "]"): insideBrackets = false
      case UInt8(ascii: ":"): if !insideBrackets { return index }
      default: break
      }
    }
    return nil
  }
}
