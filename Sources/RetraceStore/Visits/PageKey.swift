internal import BrowserModel
internal import EventCoding

/// What pages are sorted by: the URL without scheme and `www.`, then one byte for what was taken
/// off.
///
/// So keys begin with what the user types, and the last byte tells apart URLs that differ in their
/// scheme alone.
struct PageKey: Hashable, Comparable {
  /// UTF-8, and the ``AddressForm`` as the last byte.
  let bytes: [UInt8]

  /// Makes the key of a URL, given as UTF-8.
  init(url: RawSpan) {
    let form = AddressForm(of: url)
    let rest = url.extracting(form.prefix.utf8.count...)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.byteCount + 1)
    bytes.append(rest)
    bytes.append(form.rawValue)
    self.bytes = bytes
  }

  init(_ url: String) {
    self.init(url: url.utf8.span.raw)
  }

  /// Hundreds of thousands of keys are hashed while an index is made, each of some seventy bytes,
  /// so this is faster than hashing byte by byte.
  func hash(into hasher: inout Hasher) {
    hasher.combine(Checksum.of(bytes.span.raw, sequence: .nothing))
  }

  /// What was taken off the URL.
  var form: AddressForm { bytes.last.flatMap { AddressForm(rawValue: $0) } ?? .plain }

  /// The URL without what was taken off.
  var rest: ArraySlice<UInt8> { bytes.dropLast() }

  /// The URL.
  var url: String { form.prefix + String(decoding: rest, as: UTF8.self) }

  static func < (left: PageKey, right: PageKey) -> Bool {
    left.bytes.order(to: right.bytes).isBefore
  }
}

extension [UInt8] {
  /// How two sequences of bytes compare.
  struct Order {
    /// The number of bytes at their beginnings that are equal.
    let sharedCount: Int
    /// Whether the first is before the other; the one that ends first is.
    let isBefore: Bool
  }

  /// Compares bytes, and says how far they are equal.
  func order(to other: [UInt8]) -> Order {
    unsafe span.withUnsafeBufferPointer { left in
      unsafe other.span.withUnsafeBufferPointer { right in
        let end = Swift.min(left.count, right.count)
        var count = 0
        while count < end, unsafe left[count] == right[count] { count += 1 }
        return Order(
          sharedCount: count,
          isBefore: count < end ? unsafe left[count] < right[count] : left.count < right.count)
      }
    }
  }

  /// The first bytes that are after all that begin with these, or nil if there are none.
  var successor: [UInt8]? {
    var bytes = self
    while let last = bytes.popLast() {
      if last < .max { return bytes + [last + 1] }
    }
    return nil
  }
}
