/// The address and length of a stored text.
@safe struct KeptText {
  let start: UnsafePointer<CChar>?
  let length: Int

  /// Writes a text and a NUL byte at an address, and advances the address past them.
  init(_ text: String?, at place: inout UnsafeMutableRawPointer) {
    guard var text else {
      unsafe start = nil
      length = 0
      return
    }
    length = text.withUTF8 { bytes in
      if let first = bytes.baseAddress {
        unsafe place.copyMemory(from: first, byteCount: bytes.count)
      }
      return bytes.count
    }
    unsafe place.storeBytes(of: 0, toByteOffset: length, as: UInt8.self)
    unsafe start = UnsafePointer(place.assumingMemoryBound(to: CChar.self))
    unsafe place += length + 1
  }
}
