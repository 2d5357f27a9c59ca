internal import BrowserModel
internal import Bytes
internal import RetraceEventLog
internal import RetraceTimeline

/// An index, in stored form, of the words in a range of the log. For each term, it lists the events
/// that contain a word with the term.
///
/// All ranges have the same length and begin at fixed events, so no block is ever changed or
/// merged. A search for the beginning of a word reads the lists of all terms with that beginning.
///
/// Layout, little-endian: ``magic``; the number of terms; the terms in order (``WordTerm``, four
/// bytes each); for each term the offset of its list (four bytes), or the place of its only event
/// with the highest bit set; and the lists. A list consists of two bytes with the number of its
/// events, a byte with the number of low bits, and the distances of the events as Rice codes.
enum WordBlock {
  /// The beginning of a block, which identifies a block and the version of its layout.
  static let magic: UInt32 = 0x5057_0001
  /// The number of events in a block.
  static let eventCount: Int32 = 1 << 14
  static let headerCount = 8
  /// The bit that marks a term with a single event. The other bits contain the place of the event.
  static let loneMark: UInt32 = 1 << 31

  /// Adds to a set the events that contain a word with one of the given terms.
  ///
  /// Damage can only lead to wrong events.
  ///
  /// - Parameter first: The first event of the block.
  static func add(
    _ terms: ClosedRange<UInt32>, in bytes: RawSpan, first: Int32, to events: inout EventBits
  ) {
    guard bytes.byteCount >= headerCount, bytes.number(at: 0) == magic else { return }
    let count = Int(bytes.number(at: 4))
    guard bytes.byteCount >= headerCount + 8 * count else { return }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if bytes.number(at: headerCount + 4 * middle) < terms.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < count, bytes.number(at: headerCount + 4 * low) <= terms.upperBound {
      let place = bytes.number(at: headerCount + 4 * (count + low))
      if place & loneMark != 0 {
        events.insert(first + Int32(place & UInt32(eventCount - 1)))
      } else {
        addList(in: bytes, at: headerCount + 8 * count + Int(place), first: first, to: &events)
      }
      low += 1
    }
  }

  /// Adds the events of one list to a set.
  private static func addList(
    in bytes: RawSpan, at start: Int, first: Int32, to events: inout EventBits
  ) {
    var header = ByteReader(bytes, at: start)
    let count = Int(header.fixed(UInt16.self))
    let lowBits = Int(min(header.byte(), 16))
    guard !header.isDamaged else { return }
    var position = 8 * (start + 3)
    var event: Int32 = -1
    for _ in 0..<count {
      var high = 0
      while true {
        guard let bits = Self.bits(of: bytes, at: position) else { return }
        let zeros = min(bits.trailingZeroBitCount, usableBits)
        high += zeros
        position += zeros
        if zeros < usableBits { break }
      }
      position += 1
      guard high < eventCount, let bits = Self.bits(of: bytes, at: position) else { return }
      event += Int32(high << lowBits | Int(bits & (1 << UInt64(lowBits) - 1))) + 1
      position += lowBits
      guard event < eventCount else { return }
      events.insert(first + event)
    }
  }

  /// The minimum number of bits that ``bits(of:at:)`` returns.
  private static let usableBits = 57
  /// The number of bytes after the last list, so that eight bytes can be read at once.
  static let paddingCount = 8

  /// Returns the bits that begin at a position, with the first bit as the lowest, or nil if the
  /// position is beyond the end.
  private static func bits(of bytes: RawSpan, at position: Int) -> UInt64? {
    let offset = position / 8
    guard offset + 8 <= bytes.byteCount else { return nil }
    let word = UInt64(bytes.number(at: offset)) | UInt64(bytes.number(at: offset + 4)) << 32
    return word >> UInt64(position % 8)
  }
}
