import Platform

/// The bytes of a page, or of part of a page.
struct Page {
  /// The kind of a page, according to the flags in its header.
  enum Kind: UInt16 {
    /// The page refers to pages one level below.
    case branch = 1
    /// The page contains keys with their values, or references to the values.
    case leaf = 2
    /// The page is the first page of a value that does not fit into a leaf.
    case overflow = 4
  }

  let bytes: [UInt8]

  /// Reads bytes of the file, and throws if the file ends before the last byte.
  init(
    reading count: Int, at offset: Int, of descriptor: Int32
  ) throws {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = unsafe max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
    guard bytes.count == count else { throw PageFile.damage }
  }

  /// Creates a page from bytes that were read.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The kind in the page's header, or nil if the header contains no known kind.
  var kind: Kind? { Kind(rawValue: number16(10)) }

  /// Returns the little-endian 16-bit number at an offset, which must be in range.
  func number16(_ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }

  /// Returns the 32-bit number at an offset.
  func number32(_ offset: Int) -> UInt32 {
    UInt32(number16(offset)) | UInt32(number16(offset + 2)) << 16
  }

  /// Returns the 64-bit number at an offset.
  func number64(_ offset: Int) -> UInt64 {
    UInt64(number32(offset)) | UInt64(number32(offset + 4)) << 32
  }

  /// Calls a closure with the bytes in a range.
  func withBytes<Value>(_ range: Range<Int>, _ body: (RawSpan) -> Value) -> Value {
    body(unsafe bytes.span.bytes.extracting(range))
  }

  /// Returns the description of a tree at an offset.
  func tree(at offset: Int) -> PageFile.Tree {
    PageFile.Tree(
      depth: Int(number16(offset + 6)), branchCount: number64(offset + 8),
      leafCount: number64(offset + 16), overflowCount: number64(offset + 24),
      entryCount: number64(offset + 32), root: number64(offset + 40), flags: number16(offset + 4))
  }

  /// Returns the offsets of the nodes of a branch or a leaf, and throws unless the 8-byte header of
  /// each node is inside the page.
  func nodes() throws -> [Int] {
    let lower = Int(number16(12))
    guard lower >= PageFile.headerBytes, lower <= bytes.count, lower % 2 == 0 else {
      throw PageFile.damage
    }
    let nodes = stride(from: PageFile.headerBytes, to: lower, by: 2).map { Int(number16($0)) }
    guard nodes.allSatisfy({ $0 >= lower && $0 + 8 <= bytes.count }) else {
      throw PageFile.damage
    }
    return nodes
  }

  /// Returns the number of the page that a node of a branch refers to.
  func child(_ node: Int) -> UInt64 {
    UInt64(number32(node)) | UInt64(number16(node + 4)) << 32
  }

  /// Returns the offset, the length and the kind of the value of a leaf's node.
  func value(_ node: Int) throws -> (offset: Int, byteCount: Int, kind: ValueKind) {
    let kind = ValueKind(rawValue: number16(node + 4))
    let offset = node + 8 + Int(number16(node + 6))
    let byteCount = Int(number32(node))
    guard let kind, offset + (kind == .elsewhere ? 8 : byteCount) <= bytes.count else {
      throw PageFile.damage
    }
    return (offset, byteCount, kind)
  }

  /// The kind of a node's value.
  enum ValueKind: UInt16 {
    /// The bytes of the value follow the key.
    case here = 0
    /// The value is stored in separate pages. The node contains the number of the first of these
    /// pages.
    case elsewhere = 1
    /// The value is the description of a tree.
    case tree = 2
  }

  /// Returns the description of a tree in the value of a node.
  func tree(_ offset: Int, byteCount: Int) throws -> PageFile.Tree {
    guard byteCount == PageFile.Tree.byteCount else { throw PageFile.damage }
    return tree(at: offset)
  }
}
