/// Builds a serialised URL from front to back, and notes where its parts begin.
///
/// It writes into memory that is lent to it, on the stack for most URLs; what does not fit there
/// moves to memory of its own.
struct Writer: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var ownsMemory: Bool
  private(set) var count = 0
  var layout = Layout()

  /// Begins in memory that stays for as long as the writer is used.
  init(lent memory: UnsafeMutableBufferPointer<UInt8>) {
    self.memory = memory
    ownsMemory = false
  }

  /// Begins in memory of its own.
  init(capacity: Int) {
    memory = .allocate(capacity: max(capacity, 1))
    ownsMemory = true
  }

  deinit { if ownsMemory { memory.deallocate() } }

  /// What is written so far.
  var bytes: [UInt8] { Array(memory[..<count]) }

  /// The same as a text.
  var text: String {
    String(decoding: UnsafeBufferPointer(rebasing: memory[..<count]), as: UTF8.self)
  }

  /// Whether what is written from an offset on is an ASCII text in lower case.
  func ends(in text: StaticString, from start: Int) -> Bool {
    memory.span.extracting(start..<count).isEqualIgnoringCase(text)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    memory[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ run: Span<UInt8>) {
    makeRoom(for: run.count)
    run.withUnsafeBufferPointer { run in
      guard let source = run.baseAddress, let target = memory.baseAddress else { return }
      (target + count).update(from: source, count: run.count)
    }
    count += run.count
  }

  mutating func appendLowercased(_ run: Span<UInt8>) {
    makeRoom(for: run.count)
    for index in run.indices { memory[count + index] = run[index].lowercased }
    count += run.count
  }

  /// Appends a run with the bytes of the set, and all from 0x80, percent-encoded.
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

  @inline(__always)
  private mutating func makeRoom(for added: Int) {
    if memory.count - count < added { grow(by: added) }
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * (count + added))
    _ = larger.update(fromContentsOf: memory[..<count])
    if ownsMemory { memory.deallocate() }
    memory = larger
    ownsMemory = true
  }
}

/// Marks: each is set once, in the order of the parts.
extension Writer {
  /// Ends the scheme, after its name, and reads which one it is.
  mutating func endScheme() {
    layout.scheme = Scheme(memory.span.extracting(0..<count))
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
  var pathIsEmpty: Bool { count == layout.pathStart }

  /// Removes the last segment (URL Standard, section 4.1 "shorten"); a lone drive letter stays.
  mutating func shortenPath() {
    let start = layout.pathStart
    let bytes = memory.span
    if layout.scheme == .file, count == start + 3,
      bytes.isNormalizedDriveLetter(at: start + 1, end: count)
    {
      return
    }
    removeLast(from: bytes.lastIndex(of: UInt8(ascii: "/"), in: start..<count) ?? start)
  }

  mutating func removeLast(from start: Int) {
    count = start
  }

  /// Ends the path; one that begins with `//` and has no authority before it gets `/.` in front, or
  /// it would be read as an authority.
  mutating func endPath() {
    let start = layout.pathStart
    guard !layout.hasAuthority, count >= start + 2, memory[start] == UInt8(ascii: "/"),
      memory[start + 1] == UInt8(ascii: "/")
    else { return }
    // The path moves two places to the back, last byte first.
    append(0)
    append(0)
    for index in (start + 2..<count).reversed() { memory[index] = memory[index - 2] }
    memory[start + 1] = UInt8(ascii: ".")
    layout.pathStart += 2
  }
}

/// Parts taken over from another URL.
extension Writer {
  mutating func copyScheme(of url: URL) {
    append(url.href.utf8.span.extracting(0..<url.layout.schemeEnd))
    endScheme()
  }

  /// Copies the scheme, and the credentials, host and port where there are any.
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

  mutating func copyCredentials(of url: URL) {
    let bytes = url.href.utf8.span
    appendCredentials(
      username: bytes.extracting(url.layout.username),
      password: bytes.extracting(url.layout.password))
  }

  mutating func copyHost(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.host))
    endHost()
  }

  /// Copies all before the query and the fragment.
  mutating func copyUpToPath(of url: URL) {
    let end = url.layout.path(total: url.href.utf8.count).upperBound
    append(url.href.utf8.span.extracting(0..<end))
    layout = url.layout
    layout.queryStart = -1
    layout.fragmentStart = -1
  }

  /// Copies the path, which still has to be ended.
  mutating func copyPath(of url: URL) {
    append(url.href.utf8.span.extracting(url.layout.path(total: url.href.utf8.count)))
  }

  mutating func copyQuery(of url: URL) {
    guard let query = url.layout.query(total: url.href.utf8.count) else { return }
    beginQuery()
    append(url.href.utf8.span.extracting(query))
  }

  mutating func copyFragment(of url: URL) {
    guard let fragment = url.layout.fragment(total: url.href.utf8.count) else { return }
    beginFragment()
    append(url.href.utf8.span.extracting(fragment))
  }
}
