import BrowserModel
import Bytes

/// The answer to a call: numbers of four bytes, and texts, each after its length. `retrace.mjs` reads
/// them in the same order.
///
/// The bytes are in memory that the answer allocates itself, because appending a number to an array
/// takes several times as long.
@safe struct Answer: ~Copyable {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 8)
  /// The number of bytes written.
  private(set) var count = 0

  deinit { unsafe storage.deallocate() }

  var address: UnsafeRawPointer? { unsafe UnsafeRawPointer(storage.baseAddress) }

  mutating func removeAll() { count = 0 }

  /// Makes room for more bytes.
  @inline(never)
  mutating func reserve(_ byteCount: Int) {
    guard unsafe storage.count - count < byteCount else { return }
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(count + byteCount, storage.count * 2), alignment: 8)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    unsafe storage.deallocate()
    unsafe storage = larger
  }

  @inline(never)
  mutating func number(_ number: Int32) {
    if unsafe storage.count - count < 4 { reserve(4) }
    replaceNumber(number, at: count)
    count += 4
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
    unsafe storage.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Int32.self)
  }

  /// Writes a text, or the length −1 for nil.
  @inline(never)
  mutating func text(_ text: String?) {
    guard let text else { return number(-1) }
    let utf8 = text.utf8.span
    number(utf8.count)
    append(utf8.raw)
  }

  @inline(never)
  mutating func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    unsafe bytes.withUnsafeBytes { added in
      unsafe UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: added)
    }
    count += bytes.byteCount
  }

  mutating func append(_ bytes: ContiguousArray<UInt8>) { append(bytes.span.raw) }
}
