internal import CZlib
internal import Exchange

/// A compressor that receives bytes block by block and sends the compressed bytes (gzip, RFC 1952).
@safe package final class GzipStream {
  /// The state of zlib refers to itself, so it must not move.
  private let state: UnsafeMutablePointer<z_stream>
  private var block = [UInt8](repeating: 0, count: 1 << 16)
  private let send: ([UInt8]) throws -> Void

  /// The value that adds 16 to the window size, which selects the header of gzip.
  private static let gzipWindowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8

  /// - Parameter send: Receives the compressed bytes in order.
  package init(_ send: @escaping ([UInt8]) throws -> Void) throws {
    self.send = send
    unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe state.initialize(to: z_stream())
    let code = unsafe deflateInit2_(
      state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.gzipWindowBits, Self.memoryLevel,
      Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw ExchangeError(.exportFailed, "zlib cannot be initialised.") }
  }

  deinit {
    unsafe deflateEnd(state)
    unsafe state.deallocate()
  }

  /// Compresses some bytes.
  package func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try compress(bytes, Z_NO_FLUSH)
  }

  /// Sends the end of the compressed data. Nothing can be written afterwards.
  package func finish() throws { try compress([], Z_FINISH) }

  private func compress(_ bytes: [UInt8], _ flush: Int32) throws {
    precondition(bytes.count <= Int(UInt32.max), "A block must be smaller than 4 GiB.")
    var consumed = 0
    while true {
      let (read, written) = step(bytes, from: consumed, flush)
      consumed += read
      if written > 0 { try send(Array(block[..<written])) }
      // The output of the last step did not fill the block, so nothing is left.
      if written < block.count { return }
    }
  }

  /// Compresses until the input ends or the block is full.
  private func step(
    _ bytes: [UInt8], from start: Int, _ flush: Int32
  ) -> (read: Int, written: Int) {
    let capacity = block.count
    return unsafe bytes.withUnsafeBytes { input in
      unsafe block.withUnsafeMutableBufferPointer { output in
        let first = unsafe input.bindMemory(to: UInt8.self).baseAddress
        // zlib only reads from this pointer.
        unsafe state.pointee.next_in = UnsafeMutablePointer(
          mutating: first.map { unsafe $0 + start })
        unsafe state.pointee.avail_in = UInt32(bytes.count - start)
        unsafe state.pointee.next_out = output.baseAddress
        unsafe state.pointee.avail_out = UInt32(capacity)
        unsafe deflate(state, flush)
        let left = unsafe (Int(state.pointee.avail_in), Int(state.pointee.avail_out))
        return (bytes.count - start - left.0, capacity - left.1)
      }
    }
  }
}
