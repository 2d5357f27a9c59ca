/// The origin of an http or https URL that is already written in its serialised form.
///
/// Most URLs that a browser parses begin with an origin in this form, and most of these URLs are
/// already in their serialised form as a whole. Unusual URLs (with an upper-case host, a short IPv4
/// address, or credentials) are left to ``Parser``, which would produce the same layout for the
/// URLs that this type recognises.
struct CanonicalOrigin {
  /// The layout of the origin, with an empty path.
  private(set) var layout = Layout()

  /// Reads the origin at the start of a text. Returns nil if the origin is unusual.
  init?(_ input: Span<UInt8>) {
    guard let scheme = CanonicalOrigin.scheme(input) else { return nil }
    layout.scheme = scheme
    let start = scheme == .https ? 8 : 7
    layout.schemeEnd = start - 3
    layout.usernameEnd = start
    layout.hostStart = start
    guard readHost(input) else { return nil }
    guard layout.hostEnd < input.count, input[layout.hostEnd] == UInt8(ascii: ":") else { return }
    guard readPort(input) else { return nil }
  }

  /// Returns the scheme if the text begins with `http://` or `https://` in lower case, otherwise
  /// nil.
  private static func scheme(_ input: Span<UInt8>) -> Scheme? {
    guard input.count > 8, input[0] == UInt8(ascii: "h"), input[1] == UInt8(ascii: "t"),
      input[2] == UInt8(ascii: "t"), input[3] == UInt8(ascii: "p")
    else { return nil }
    let isSecure = input[4] == UInt8(ascii: "s")
    let colon = isSecure ? 5 : 4
    guard input[colon] == UInt8(ascii: ":"), input[colon + 1] == UInt8(ascii: "/"),
      input[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    return isSecure ? .https : .http
  }

  /// Reads a host of lower-case letters, digits, `-`, `_` and `.`, and checks the byte after it.
  private mutating func readHost(_ input: Span<UInt8>) -> Bool {
    var index = layout.hostStart
    var labelStart = index
    while index < input.count, ByteSet.canonicalHost.contains(input[index]) {
      if input[index] == UInt8(ascii: ".") { labelStart = index + 1 }
      index += 1
    }
    layout.hostEnd = index
    layout.pathStart = index
    guard index > labelStart, index == input.count || ByteSet.afterHost.contains(input[index])
    else { return false }
    return !input[labelStart].isDigit || IPv4(serialised: input.extracting(layout.host)) != nil
  }

  /// Reads a port without leading zeros that is not the default port.
  private mutating func readPort(_ input: Span<UInt8>) -> Bool {
    let start = layout.hostEnd + 1
    var index = start
    var value = 0
    while index < input.count, index - start < 5, input[index].isDigit {
      value = value * 10 + Int(input[index] &- 0x30)
      index += 1
    }
    guard index > start, input[start] != UInt8(ascii: "0"), value <= 65535,
      value != layout.scheme.defaultPort,
      index == input.count || ByteSet.afterPort.contains(input[index])
    else { return false }
    layout.port = value
    layout.pathStart = index
    return true
  }
}

extension CanonicalOrigin {
  /// Returns the layout of the complete text, or nil if serialising would change path, query or
  /// fragment.
  func layout(of input: Span<UInt8>) -> Layout? {
    var layout = layout
    let count = input.count
    var index = input.endOfRun(layout.pathStart..<count, without: .path)
    guard index > layout.pathStart,
      !input.needsSegmentWork(layout.pathStart..<index, special: true)
    else { return nil }
    if index < count, input[index] == UInt8(ascii: "?") {
      layout.queryStart = index
      index = input.endOfRun(index + 1..<count, without: .specialQuery)
    }
    if index < count, input[index] == UInt8(ascii: "#") {
      layout.fragmentStart = index
      index = input.endOfRun(index + 1..<count, without: .fragment)
    }
    return index == count ? layout : nil
  }
}

extension ByteSet {
  /// The bytes `a` to `z`, `0` to `9`, `-`, `.` and `_`.
  fileprivate static var canonicalHost: ByteSet {
    ByteSet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_8000_0000)
  }
  /// The bytes `#`, `/` and `?`.
  fileprivate static var afterPort: ByteSet { ByteSet(low: 0x8000_8008_0000_0000, high: 0) }
  /// The bytes `#`, `/`, `?` and `:`.
  fileprivate static var afterHost: ByteSet { ByteSet(low: 0x8400_8008_0000_0000, high: 0) }
}
