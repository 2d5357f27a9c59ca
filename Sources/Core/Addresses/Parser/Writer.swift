/// Writes a serialised URL from front to back and records the offsets of its parts.
///
/// The writer starts with memory of its caller, usually on the stack. If that memory is too small,
/// the writer allocates memory of its own.
@safe struct Writer: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var ownsMemory: Bool
  /// The number of bytes written.
  private(set) var count = 0
  /// The offsets of the parts written.
  var layout = Layout()

  /// Creates a writer that starts with memory of the caller. The memory must outlive the writer.
  private init(lent memory: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.memory = unsafe memory
    ownsMemory = false
  }

  /// Calls `body` with a writer that starts on the stack. The writer must not escape.
  static func withMemoryOnStack<Value>(
    capacity: Int, _ body: (consuming Writer) -> Value
  ) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
      unsafe body(Writer(lent: $0))
    }
  }

  /// Creates a writer with its own memory.
  init(capacity: Int) {
    unsafe memory = .allocate(capacity: max(capacity, 1))
    ownsMemory = true
  }

  deinit { if ownsMemory { unsafe memory.deallocate() } }

  /// A copy of the bytes written.
  var bytes: [UInt8] { unsafe Array(memory[..<count]) }

  /// The bytes written, as a string.
  var text: String {
    unsafe String(decoding: UnsafeBufferPointer(rebasing: memory[..<count]), as: UTF8.self)
  }

  /// Returns whether everything from an offset equals an ASCII text.
  ///
  /// - Parameters:
  ///   - text: The text in lower case.
  ///   - start: The offset.
  func ends(in text: StaticString, from start: Int) -> Bool {
    unsafe memory.span.extracting(start..<count).isEqualIgnoringCase(text)
  }

  /// Appends a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    unsafe memory[count] = byte
    count += 1
  }

  /// Appends bytes unchanged.
  @inline(__always)
  mutating func append(_ run: Span<UInt8>) {
    makeRoom(for: run.count)
    unsafe run.withUnsafeBufferPointer { run in
      guard let source = run.baseAddress, let target = unsafe memory.baseAddress else { return }
      unsafe (target + count).update(from: source, count: run.count)
    }
    count += run.count
  }

  /// Appends bytes, and converts `A` to `Z` to lower case.
  mutating func appendLowercased(_ run: Span<UInt8>) {
    makeRoom(for: run.count)
    for index in run.indices { unsafe memory[count + index] = run[index].lowercased }
    count += run.count
  }

  /// Appends bytes. The bytes in a set, and all bytes from 0x80 on, are percent-encoded.
  mutating func append(_ run: Span<UInt8>, encoding set: ByteSet) {
    var index = 0
    while index < run.count {
      let end = run.endOfRun(index..<run.count, without: set)
      append(run.extracting(index..<end))
      index = end
      while index < run.count, set.encodes(run[index]) {
        appendEncoded(run[index])
        index += 1
      }
    }
  }

  /// Appends a byte as `%XX`.
  mutating func appendEncoded(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(UInt8.hexadecimalDigit(byte >> 4))
    append(UInt8.hexadecimalDigit(byte & 0xF))
  }

  /// Appends a non-negative number in decimal digits.
  mutating func appendDecimal(_ value: Int) {
    if value >= 10 { appendDecimal(value / 10) }
    append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  /// Appends a non-negative number in lower-case hexadecimal digits.
  mutating func appendHexadecimal(_ value: Int) {
    if value >= 16 { appendHexadecimal(value / 16) }
    append(UInt8.hexadecimalDigit(UInt8(truncatingIfNeeded: value % 16)).lowercased)
  }

  @inline(__always)
  private mutating func makeRoom(for added: Int) {
    if unsafe memory.count - count < added { grow(by: added) }
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * (count + added))
    _ = unsafe larger.update(fromContentsOf: memory[..<count])
    if ownsMemory { unsafe memory.deallocate() }
    unsafe memory = unsafe larger
    ownsMemory = true
  }
}

/// The boundaries of parts. Each boundary is recorded once, in the order of the parts.
extension Writer {
  /// Ends the scheme after its name, determines its kind and writes the colon.
  mutating func endScheme() {
    layout.scheme = unsafe Scheme(memory.span.extracting(0..<count))
    layout.schemeEnd = count
    append(UInt8(ascii: ":"))
    markNoAuthority()
  }

  /// Records that the host and the path begin at the current offset.
  mutating func markNoAuthority() {
    layout.usernameEnd = count
    layout.hostStart = count
    layout.hostEnd = count
    layout.pathStart = count
  }

  /// Writes `//`. The host begins after the slashes.
  mutating func beginAuthority() {
    append(UInt8(ascii: "/"))
    append(UInt8(ascii: "/"))
    markNoAuthority()
  }

  /// Writes the credentials, percent-encoded, and the `@`. Writes nothing if both credentials are
  /// empty.
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

  /// Records the end of the host.
  mutating func endHost() {
    layout.hostEnd = count
    layout.pathStart = count
  }

  /// Writes a colon and a port.
  mutating func appendPort(_ port: Int) {
    append(UInt8(ascii: ":"))
    appendDecimal(port)
    layout.port = port
    layout.pathStart = count
  }

  /// Writes the `?`.
  mutating func beginQuery() {
    layout.queryStart = count
    append(UInt8(ascii: "?"))
  }

  /// Writes the `#`.
  mutating func beginFragment() {
    layout.fragmentStart = count
    append(UInt8(ascii: "#"))
  }
}

/// The path under construction: the bytes from `layout.pathStart` on.
extension Writer {
  /// Whether no part of the path has been written yet.
  var pathIsEmpty: Bool { count == layout.pathStart }

  /// Removes the last segment of the path (URL Standard, section 4.1 "shorten"). A drive letter on
  /// its own is preserved.
  mutating func shortenPath() {
    let start = layout.pathStart
    let bytes = unsafe memory.span
    if layout.scheme == .file, count == start + 3,
      bytes.isNormalizedDriveLetter(at: start + 1, end: count)
    {
      return
    }
    removeLast(from: bytes.lastIndex(of: UInt8(ascii: "/"), in: start..<count) ?? start)
  }

  /// Removes everything from an offset.
  mutating func removeLast(from start: Int) {
    count = start
  }

  /// Ends the path. A path that begins with `//` but follows no authority gets the prefix `/.`,
  /// because otherwise it would be read as an authority.
  mutating func endPath() {
    let start = layout.pathStart
    guard !layout.hasAuthority, count >= start + 2, unsafe memory[start] == UInt8(ascii: "/"),
      unsafe memory[start + 1] == UInt8(ascii: "/")
    else { return }
    // Move the path by two bytes, starting with its last byte.
    append(0)
    append(0)
    for index in (start + 2..<count).reversed() { unsafe memory[index] = unsafe memory[index - 2] }
    unsafe memory[start + 1] = UInt8(ascii: ".")
    layout.pathStart += 2
  }
}

/// Parts that are copied from another URL.
extension Writer {
  /// Copies the scheme.
  mutating func copyScheme(of url: URL) {
    append(url.href.utf8.span.extracting(0..<url.layout.schemeEnd))
    endScheme()
  }

  /// Copies the scheme and, if there is an authority, credentials, host and port.
  mutating func copyAuthority(of url: URL) {
    let layout = url.layout
    let end = layout.hasAuthority ? layout.pathStart : layout.schemeEnd + 1
    removeLast(from: 0)
    append(url.href.utf8.span.extracting(0..<Int(end)))
    self.layout = layout
    self.layout.pathStart = end
    self.layout.queryStart = -1
    self.layout.fragmentStart = -1
  }

  /// Copies the credentials, if there are any.
  mutating func copyCredentials(of url: URL) {
    let bytes = url.href.utf8.span
    appendCredentials(
      username: bytes.extracting(url.layout.username),
      password: bytes.extracting(url.layout.password))
  }

  /// Copies the host.
  mutating func copyHost(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.host))
    endHost()
  }

  /// Copies everything before the query and the fragment.
  mutating func copyUpToPath(of url: URL) {
    let end = url.layout.path(total: url.href.utf8.count).upperBound
    append(url.href.utf8.span.extracting(0..<end))
    layout = url.layout
    layout.queryStart = -1
    layout.fragmentStart = -1
  }

  /// Copies the path. The caller must end the path.
  mutating func copyPath(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.path(total: url.href.utf8.count)))
  }

  /// Copies the query, if there is one.
  mutating func copyQuery(of url: URL) {
    guard let query = url.layout.query(total: url.href.utf8.count) else { return }
    beginQuery()
    append(url.href.utf8.span.extracting(query))
  }

  /// Copies the fragment, if there is one.
  mutating func copyFragment(of url: URL) {
    guard let fragment = url.layout.fragment(total: url.href.utf8.count) else { return }
    beginFragment()
    append(url.href.utf8.span.extracting(fragment))
  }
}
