/// Builds a serialised URL from front to back, and notes where its parts begin.
struct Writer {
  private(set) var bytes: [UInt8] = []
  var layout = Layout()

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  var count: Int { bytes.count }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ run: Span<UInt8>) {
    run.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  mutating func appendLowercased(_ run: Span<UInt8>) {
    let start = bytes.count
    append(run)
    for index in start..<bytes.count { bytes[index] = bytes[index].lowercased }
  }

  /// Appends a run with the bytes of the set, and all from 0x80, percent-encoded.
  mutating func append(_ run: Span<UInt8>, encoding set: ByteSet) {
    var start = 0
    for index in run.indices {
      let byte = run[index]
      guard byte >= 0x80 || set.contains(byte) else { continue }
      append(run.extracting(start..<index))
      appendEncoded(byte)
      start = index + 1
    }
    append(run.extracting(start..<run.count))
  }

  mutating func appendEncoded(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(UInt8.hexadecimalDigit(byte >> 4))
    append(UInt8.hexadecimalDigit(byte & 0xF))
  }

  mutating func appendDecimal(_ value: Int) {
    if value >= 10 { appendDecimal(value / 10) }
    append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  mutating func appendHexadecimal(_ value: Int) {
    if value >= 16 { appendHexadecimal(value / 16) }
    append(UInt8.hexadecimalDigit(UInt8(truncatingIfNeeded: value % 16)).lowercased)
  }
}

/// Marks: each is set once, in the order of the parts.
extension Writer {
  /// Ends the scheme, after its name, and reads which one it is.
  mutating func endScheme() {
    layout.scheme = Scheme(bytes.span)
    layout.schemeEnd = count
    append(UInt8(ascii: ":"))
    markNoAuthority()
  }

  mutating func markNoAuthority() {
    layout.usernameEnd = count
    layout.hostStart = count
    layout.hostEnd = count
    layout.pathStart = count
  }

  mutating func beginAuthority() {
    append(UInt8(ascii: "/"))
    append(UInt8(ascii: "/"))
    markNoAuthority()
  }

  mutating func appendCredentials(username: Span<UInt8>, password: Span<UInt8>) {
    guard !username.isEmpty || !password.isEmpty else { return }
    append(username, encoding: .userinfo)
    layout.usernameEnd = count
    if !password.isEmpty {
      append(UInt8(ascii: ":"))
      append(password, encoding: .userinfo)
    }
    append(UInt8(ascii: "@"))
    layout.hostStart = count
  }

  mutating func endHost() {
    layout.hostEnd = count
    layout.pathStart = count
  }

  mutating func appendPort(_ port: Int) {
    append(UInt8(ascii: ":"))
    appendDecimal(port)
    layout.port = port
    layout.pathStart = count
  }

  mutating func beginQuery() {
    layout.queryStart = count
    append(UInt8(ascii: "?"))
  }

  mutating func beginFragment() {
    layout.fragmentStart = count
    append(UInt8(ascii: "#"))
  }
}

/// The path under construction: the bytes from `pathStart` to the end.
extension Writer {
  var pathIsEmpty: Bool { bytes.count == layout.pathStart }

  /// Removes the last segment (URL Standard, section 4.1 "shorten"); a lone drive letter stays.
  mutating func shortenPath() {
    let start = layout.pathStart
    if layout.scheme == .file, bytes.count == start + 3,
      bytes.span.isNormalizedDriveLetter(at: start + 1, end: start + 3)
    {
      return
    }
    let slash = bytes.span.lastIndex(of: UInt8(ascii: "/"), in: start..<bytes.count)
    removeLast(from: slash ?? start)
  }

  mutating func removeLast(from start: Int) {
    bytes.removeLast(bytes.count - start)
  }

  /// Ends the path; one that begins with `//` and has no authority before it gets `/.` in front, or
  /// it would be read as an authority.
  mutating func endPath() {
    let start = layout.pathStart
    guard !layout.hasAuthority, bytes.count >= start + 2,
      bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/")
    else { return }
    bytes.insert(contentsOf: [UInt8(ascii: "/"), UInt8(ascii: ".")], at: start)
    layout.pathStart += 2
  }
}
