internal import BrowserModel
internal import EventCoding

/// What pages are sorted by: the URL without scheme and `www.`, and one byte for what was taken off.
///
/// So what a person types is what keys begin with, and the last byte keeps apart what differs in its
/// scheme alone.
struct PageKey: Hashable, Comparable {
  let bytes: [UInt8]

  init(url: UnsafeRawBufferPointer) {
    let form = AddressForm(of: url)
    let rest = url.dropFirst(form.prefix.utf8.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count + 1)
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest))
    bytes.append(form.rawValue)
    self.bytes = bytes
  }

  init(_ url: String) {
    let bytes = Array(url.utf8)
    self = bytes.withUnsafeBytes { PageKey(url: $0) }
  }

  /// Hundreds of thousands are hashed while an index is made, each of some seventy bytes.
  func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.withUnsafeBytes { Checksum.of($0, sequence: .nothing) })
  }

  var form: AddressForm { bytes.last.flatMap { AddressForm(rawValue: $0) } ?? .plain }

  /// The URL without what was taken off.
  var rest: ArraySlice<UInt8> { bytes.dropLast() }

  var url: String { form.prefix + String(decoding: rest, as: UTF8.self) }

  static func < (left: PageKey, right: PageKey) -> Bool {
    left.bytes.order(to: right.bytes).isBefore
  }
}

extension [UInt8] {
  /// How two runs of bytes compare.
  struct Order {
    /// How many bytes they begin with alike.
    let sharedCount: Int
    /// Whether the first stands before the other; what ends first does.
    let isBefore: Bool
  }

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

  /// The first bytes that stand behind all that begin with these; nil: nothing does.
  var successor: [UInt8]? {
    var bytes = self
    while let last = bytes.popLast() {
      if last < .max { return bytes + [last + 1] }
    }
    return nil
  }
}

/// What is known of a page at a moment of the log: all of it, from the first event on.
struct PageRecord: Equatable {
  var frecency = Frecency.none
  var visitCount: UInt32 = 0
  /// The newest event that visited it, which says its URL.
  var newest = EventID.nothing
  /// The newest event that gave it a title.
  var title = EventID.nothing

  /// The same as it counts at a moment, in milliseconds since 1970.
  func limited(now: Int64) -> PageRecord {
    var record = self
    record.frecency = frecency.limited(visitCount: visitCount, now: now)
    return record
  }
}
