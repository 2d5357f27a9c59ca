internal import BrowserModel
internal import Exchange
internal import Platform

/// The hosts whose pages are not recorded, in any browser. Subdomains are included.
///
/// The hosts are stored in the file `never` in the folder of connected browsers, one host per line.
package struct UnrecordedHosts: Equatable, Sendable {
  /// The hosts in alphabetical order, in the form used in URLs.
  package private(set) var hosts: [String] = []

  /// The maximum size of a file to read, in bytes.
  private static let limit = 1 << 20

  package init() {}

  /// Reads the hosts stored in a folder. The list is empty if there is no file.
  package init(in folder: String) {
    let bytes = FileDescriptor.contents(of: Self.file(in: folder), limit: Self.limit) ?? []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      insert(String(decoding: line, as: UTF8.self))
    }
  }

  private static func file(in folder: String) -> String { "\(folder)/never" }

  package mutating func insert(_ host: String) {
    guard !host.isEmpty, !hosts.contains(host) else { return }
    hosts.append(host)
    hosts.sort()
  }

  /// - Returns: Whether the host was in the list.
  @discardableResult
  package mutating func remove(_ host: String) -> Bool {
    let count = hosts.count
    hosts.removeAll { $0 == host }
    return hosts.count < count
  }

  /// Stores the hosts in a folder, which is created if necessary.
  package func write(in folder: String) throws {
    let file = Self.file(in: folder)
    do {
      guard !hosts.isEmpty else { return FileTree.removeFile(file) }
      try FileTree.makeFolders(folder)
      try FileTree.writeFile(Array(hosts.map { $0 + "\n" }.joined().utf8), to: file)
    } catch {
      throw ExchangeError(
        .browserFailed, "The list of sites could not be written to \(file): \(error).")
    }
  }

  /// Whether a URL belongs to one of the hosts, also inside `view-source:`, `blob:` and the reader
  /// view of Firefox.
  func contains(_ url: String) -> Bool {
    guard !hosts.isEmpty else { return false }
    for prefix in ["view-source:", "blob:", "filesystem:"] where url.hasPrefix(prefix) {
      return contains(String(url.dropFirst(prefix.count)))
    }
    let reader = "about:reader?url="
    if url.hasPrefix(reader) { return contains(Self.decoded(url.dropFirst(reader.count))) }
    guard var host = host(ofURL: url) else { return false }
    if host.last == "." { host.removeLast() }
    return hosts.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  /// Decodes the escapes of a URL that is part of another URL.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let escaped = Self.escaped(rest.prefix(2)) {
        bytes.append(escaped)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escaped(_ digits: ArraySlice<UInt8>) -> UInt8? {
    digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
