import Glibc

/// The bytes of a page, or of a part of one.
struct Page {
  /// What a page is, by the flags in its head.
  enum Kind: UInt16 {
    /// It leads to pages one level below.
    case branch = 1
    /// It holds keys with their values, or where those are.
    case leaf = 2
    /// It begins a value that does not fit into a leaf.
    case overflow = 4
  }

  let bytes: [UInt8]

  /// Reads bytes of the file, and throws when there are fewer.
  init(
    reading count: Int, at offset: Int, of descriptor: Int32
  ) throws(PageFile.Damage) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = unsafe max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
    guard bytes.count == count else { throw PageFile.Damage() }
  }

  /// Makes a page of bytes that were read.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// What the page says that it is.
  var kind: Kind? { Kind(rawValue: number16(10)) }

  /// The little-endian number of 16 bits at an offset, which must be inside the bytes.
  func number16(_ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }

  /// The number of 32 bits at an offset.
  func number32(_ offset: Int) -> UInt32 {
    UInt32(number16(offset)) | UInt32(number16(offset + 2)) << 16
  }

  /// The number of 64 bits at an offset.
  func number64(_ offset: Int) -> UInt64 {
    UInt64(number32(offset)) | UInt64(number32(offset + 4)) << 32
  }

  /// The bytes in a range, lent to a closure.
  func withBytes<Value>(_ range: Range<Int>, _ body: (RawSpan) -> Value) -> Value {
    body(unsafe bytes.span.bytes.extracting(range))
  }

  /// The description of a tree at an offset.
  func tree(at offset: Int) -> PageFile.Tree {
    PageFile.Tree(
      depth: Int(number16(offset + 6)), branchCount: number64(offset + 8),
      leafCount: number64(offset + 16), overflowCount: number64(offset + 24),
      entryCount: number64(offset + 32), root: number64(offset + 40), flags: number16(offset + 4))
  }

  /// Returns the offsets of the nodes of a branch or a leaf, each of which has its header of 8
  /// bytes inside the page.
  func nodes() throws(PageFile.Damage) -> [Int] {
    let lower = Int(number16(12))
    guard lower >= PageFile.headerBytes, lower <= bytes.count, lower % 2 == 0 else {
      throw PageFile.Damage()
    }
    let nodes = stride(from: PageFile.headerBytes, to: lower, by: 2).map { Int(number16($0)) }
    guard nodes.allSatisfy({ $0 >= lower && $0 + 8 <= bytes.count }) else {
      throw PageFile.Damage()
    }
    return nodes
  }

  /// Returns the number of the page that a node of a branch leads to.
  func child(_ node: Int) -> UInt64 {
    UInt64(number32(node)) | UInt64(number16(node + 4)) << 32
  }

  /// Returns where the value of a node of a leaf begins, how many bytes it has, and what it is.
  func value(_ node: Int) throws(PageFile.Damage) -> (offset: Int, byteCount: Int, kind: ValueKind)
  {
    let kind = ValueKind(rawValue: number16(node + 4))
    let offset = node + 8 + Int(number16(node + 6))
    let byteCount = Int(number32(node))
    guard let kind, offset + (kind == .elsewhere ? 8 : byteCount) <= bytes.count else {
      throw PageFile.Damage()
    }
    return (offset, byteCount, kind)
  }

  /// What the value of a node is.
  enum ValueKind: UInt16 {
    /// Its bytes, which follow the key.
    case here = 0
    /// The number of the first of the pages that hold it.
    case elsewhere = 1
    /// The description of a tree.
    case tree = 2
  }

  /// Returns the description of a tree that a node has as its value.
  func tree(_ offset: Int, byteCount: Int) throws(PageFile.Damage) -> PageFile.Tree {
    guard byteCount == PageFile.Tree.byteCount else { throw PageFile.Damage() }
    return tree(at: offset)
  }
}
