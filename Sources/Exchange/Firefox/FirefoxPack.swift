internal import CLZ4

/// Firefox's compressed files (`*.jsonlz4`). They consist of `mozLz40` and a zero byte, the length
/// of the content in four bytes (little-endian), and one raw LZ4 block.
enum FirefoxPack {
  static let magic = Array("mozLz40\0".utf8)

  /// The maximum size of the uncompressed content.
  private static let most = FileBytes.most

  /// - Parameter name: The name of the file in messages.
  static func unpacked(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    guard bytes.starts(with: magic), bytes.count > headerCount else {
      throw ExchangeError(.importFailed, "“\(name)” is not a compressed Firefox file.")
    }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[magic.count + $1]) << (8 * $1) }
    // A block expands to at most 255 times its size, so a wrong length cannot allocate much memory.
    guard count <= most, count <= (bytes.count - headerCount) * 255 else {
      throw ExchangeError(
        .importFailed, "“\(name)” is damaged: it claims an uncompressed size of \(count) bytes.")
    }
    let unpacked = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe bytes.withUnsafeBytes { packed in
        let source = unsafe packed.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe buffer.withMemoryRebound(to: CChar.self) { target in
          guard let source = unsafe source, let start = target.baseAddress else { return 0 }
          return unsafe max(
            0,
            Int(
              LZ4_decompress_safe(
                source + headerCount, start, Int32(packed.count - headerCount), Int32(count))))
        }
      }
    }
    guard unpacked.count == count else {
      throw ExchangeError(
        .importFailed, "“\(name)” is damaged: its content cannot be decompressed.")
    }
    return unpacked
  }

  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let bound = Int(LZ4_compressBound(Int32(bytes.count)))
    let block = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = unsafe bytes.withUnsafeBytes { source in
        unsafe buffer.withMemoryRebound(to: CChar.self) { target in
          guard let source = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self),
            let start = target.baseAddress
          else { return 0 }
          return unsafe Int(LZ4_compress_default(source, start, Int32(bytes.count), Int32(bound)))
        }
      }
    }
    let count = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
    return magic + count + block
  }

  private static var headerCount: Int { magic.count + 4 }
}
