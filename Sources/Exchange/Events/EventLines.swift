internal import BrowserModel
internal import EventLog
internal import Session

/// All events of a log as JSON, one a line: nothing is lost but pictures, which are no events.
enum EventLines {
  /// So many bytes are handed on at once.
  private static let chunkBytes = 1 << 18

  /// - Parameter last: The newest event that is wanted.
  /// - Complexity: O(bytes); memory for a part of them.
  static func write(
    _ session: Session, through last: Sequence, _ put: ([UInt8]) throws -> Void
  ) throws {
    var writer = EventLineWriter()
    var unknown: Sequence?
    var failure: (any Error)?
    try put(Array(EventLineWriter.heading.utf8))
    var next: Int32 = 1
    try session.visitLog(isPrivate: false, through: last) { event, words in
      if case .unknown = event.body { unknown = unknown ?? event.sequence }
      // A record that cannot be read leaves a gap.
      if event.sequence.rawValue != next { unknown = unknown ?? Sequence(next) }
      guard unknown == nil else { return false }
      next += 1
      writer.write(event, words: words)
      guard writer.bytes.count > chunkBytes else { return true }
      do { try put(writer.bytes) } catch { failure = error }
      writer.removeAll()
      return failure == nil
    }
    if let failure { throw failure }
    if let unknown {
      throw ImportFailure(
        "Event #\(unknown.rawValue) is damaged or of a newer version, and cannot be written.")
    }
    try put(writer.bytes)
  }
}
