internal import EventLog
internal import Glibc

/// A thread that decodes blocks of a ring, as many as it has time for, with a reader that it alone
/// uses.
final class DecodingThread: @unchecked Sendable {
  private let ring: BlockRing
  private let reader: UnsafePointer<Reader>
  private var thread = pthread_t()

  private init(_ ring: BlockRing, _ reader: UnsafePointer<Reader>) {
    self.ring = ring
    self.reader = reader
  }

  /// Starts a thread; nil where the system has none to give.
  static func start(_ ring: BlockRing, _ reader: UnsafePointer<Reader>) -> DecodingThread? {
    let decoding = DecodingThread(ring, reader)
    return decoding.start() ? decoding : nil
  }

  private func start() -> Bool {
    let argument = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<DecodingThread>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if code != 0 { argument.release() }
    return code == 0
  }

  /// Waits for the thread, which ends when the ring gives out no more blocks.
  func join() { pthread_join(thread, nil) }

  private func run() {
    while let block = ring.nextToDecode() {
      block.decode(reader.pointee)
      ring.didDecode(block)
    }
  }
}
