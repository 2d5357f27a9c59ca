/// A buffer whose content stays at the same address until other content is stored.
@safe final class ReusableBuffer {
  private var start = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
  private var capacity = 64
  /// The capacity in bytes up to which the memory is kept. Larger memory is released when less is
  /// needed.
  private static let usualBytes = 1 << 16

  deinit { unsafe start.deallocate() }

  /// Returns memory of at least a given size. The previous content becomes invalid.
  func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if count > capacity || capacity > max(count, Self.usualBytes) {
      unsafe start.deallocate()
      capacity = max(count, 64)
      unsafe start = .allocate(byteCount: capacity, alignment: 16)
    }
    return unsafe start
  }

  /// Stores bytes, followed by a NUL byte, and returns their address.
  func keep(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
    let start = unsafe reserve(bytes.count + 1)
    unsafe bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress {
        unsafe start.copyMemory(from: first, byteCount: bytes.count)
      }
    }
    unsafe start.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    return unsafe UnsafePointer(start.assumingMemoryBound(to: CChar.self))
  }
}
