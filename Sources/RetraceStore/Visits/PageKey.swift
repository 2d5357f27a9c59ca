internal import BrowserModel
internal import Bytes
internal import EventCoding

/// The sort key of a page, which is the URL without scheme and `www.`, followed by one byte that
/// represents the removed part.
///
/// Keys begin with the text that the user types, and the last byte distinguishes URLs that differ
/// only in the removed part.
struct PageKey: Hashable, Comparable {
  /// The URL in UTF-8, without its form, followed by the ``AddressForm`` as the last byte.
  let bytes: [UInt8]

  /// Creates the key of a URL in UTF-8.
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

  /// Hashes a checksum of the bytes, which is faster than hashing byte by byte. Building an index
  /// hashes hundreds of thousands of keys of about seventy bytes.
  func hash(into hasher: inout Hasher) {
    hasher.combine(Checksum.of(bytes.span.raw, seed: 0))
  }

  /// The removed beginning of the URL.
  var form: AddressForm { bytes.last.flatMap { AddressForm(rawValue: $0) } ?? .plain }

  /// The URL without its removed beginning.
  var rest: ArraySlice<UInt8> { bytes.dropLast() }

  /// The complete URL.
  var url: String { form.prefix + String(decoding: rest, as: UTF8.self) }

  static func < (left: PageKey, right: PageKey) -> Bool {
    left.bytes.order(to: right.bytes).isBefore
  }
}

extension [UInt8] {
  /// The order of two sequences of bytes.
  struct Order {
    /// The number of equal bytes at their beginnings.
    let sharedCount: Int
    /// Whether the first sequence comes before the second. A prefix comes before a longer sequence.
    let isBefore: Bool
  }

  /// Compares two sequences of bytes, and counts the equal bytes at their beginnings.
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

  /// The smallest sequence that comes after all sequences beginning with these bytes, or nil if
  /// there is no such sequence.
  var successor: [UInt8]? {
    var bytes = self
    while let last = bytes.popLast() {
      if last < .max { return bytes + [last + 1] }
    }
    return nil
  }
}
