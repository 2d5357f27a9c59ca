import BrowserModel
import Bytes

/// The answer to a call: numbers of four bytes, and texts, each after its length. `retrace.mjs` reads
/// them in the same order.
struct Answer {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

  @inline(never)
  mutating func number(_ number: Int32) {
    let bits = UInt32(bitPattern: number)
    bytes.append(UInt8(truncatingIfNeeded: bits))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 24))
  }

  @inline(__always)
  mutating func number(_ event: some EventReference) { number(event.rawValue) }

  /// Writes an id, or 0 for nil.
  @inline(__always)
  mutating func number(_ event: (some EventReference)?) { number(event?.rawValue ?? 0) }

  @inline(__always)
  mutating func number(_ count: Int) { number(Int32(truncatingIfNeeded: count)) }

  @inline(__always)
  mutating func number(_ level: ZoomLevel) { number(Int32(level.hundredths)) }

  /// Writes a time as two numbers, the lower half first.
  mutating func time(_ milliseconds: Int64) {
    number(Int32(truncatingIfNeeded: milliseconds))
    number(Int32(truncatingIfNeeded: milliseconds >> 32))
  }

  /// Replaces a number that was written before.
  mutating func replaceNumber(_ number: Int32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> Int32(8 * index))
    }
  }

  /// Writes a text, or the length −1 for nil.
  @inline(never)
  mutating func text(_ text: String?) {
    guard let text else { return number(-1) }
    let utf8 = text.utf8.span
    number(utf8.count)
    bytes.append(utf8.raw)
  }

  mutating func append(_ other: ContiguousArray<UInt8>) { bytes.append(contentsOf: other) }
}
