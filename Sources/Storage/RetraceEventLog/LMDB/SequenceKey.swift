import CLMDB

/// A record's number as a key of 8 big-endian bytes, so that keys and numbers have the same order
/// on every machine.
struct SequenceKey {
  private let number: UInt64

  init(_ sequence: UInt64) { number = sequence.bigEndian }

  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    unsafe try withUnsafeBytes(of: number) { bytes in unsafe try body(bytes) }
  }
}
