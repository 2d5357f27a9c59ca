internal import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// A thread that decodes blocks of a ring, with its own reader.
final class DecodingThread: @unchecked Sendable {
  private let ring: BlockRing
  private let reader: BorrowedReader
  private var thread: WorkThread?

  private init(_ ring: BlockRing, _ reader: BorrowedReader) {
    self.ring = ring
    self.reader = reader
  }

  /// Starts a thread, or returns nil if the system cannot start another thread.
  static func start(_ ring: BlockRing, _ reader: BorrowedReader) -> DecodingThread? {
    let decoding = DecodingThread(ring, reader)
    return decoding.start() ? decoding : nil
  }

  private func start() -> Bool {
    thread = WorkThread { self.run() }
    return thread != nil
  }

  /// Waits for the thread, which ends when the ring has no more blocks for it.
  func join() { thread?.join() }

  /// Decodes until the ring has no more blocks.
  private func run() {
    while let block = ring.nextToDecode() {
      block.decode(reader.reader)
      ring.didDecode(block)
    }
  }
}
