internal import BrowserModel
internal import EventLog
internal import Glibc
internal import Timeline

/// The thread that reads ahead, and the blocks of events that go to and fro.
///
/// While it runs, it alone uses the reader; the caller waits inside the transaction.
final class DecodingThread: @unchecked Sendable {
  private let reader: UnsafePointer<Reader>
  private let first: Sequence
  private let last: Sequence
  private let free = BlockQueue()
  private let filled = BlockQueue()
  private var thread = pthread_t()
  private var damaged: [Sequence] = []
  private var failure: LogFailure?

  private static let blockCount = 6

  private init(_ reader: UnsafePointer<Reader>, from first: Sequence, through last: Sequence) {
    self.reader = reader
    self.first = first
    self.last = last
    for _ in 0..<Self.blockCount { free.put(EventBlock()) }
  }

  /// Starts a thread; nil where the system has none to give.
  static func start(
    _ reader: UnsafePointer<Reader>, from first: Sequence, through last: Sequence
  ) -> DecodingThread? {
    let decoding = DecodingThread(reader, from: first, through: last)
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

  /// The next events in order; nil at the end.
  func nextBlock() -> EventBlock? { filled.take() }

  func giveBack(_ block: EventBlock) {
    block.removeAll()
    free.put(block)
  }

  /// Lets the thread end as soon as it has no more blocks to fill; what it has filled still comes.
  func cancel() { free.close() }

  /// Waits for the thread, and tells what it could not read.
  func finish(_ report: (Sequence) -> Void) -> LogFailure? {
    pthread_join(thread, nil)
    for sequence in damaged { report(sequence) }
    return failure
  }

  private func run() {
    defer { filled.close() }
    var block = free.take()
    do throws(LogFailure) {
      try reader.pointee.visitEvents(
        from: first, through: last, backwards: false, damaged: { damaged.append($0) },
        { event in
          guard let current = block else { return false }
          current.append(event)
          guard current.isFull else { return true }
          filled.put(current)
          block = free.take()
          return block != nil
        })
    } catch {
      failure = error
    }
    if let block, block.count > 0 { filled.put(block) }
  }
}
