extension UnsafeRawBufferPointer {
  /// The number of four bytes, little-endian, at an offset. The bytes have to be there.
  @inline(__always)
  package func number(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
