/// An ordered sequence of messages on servers, which all devices of a profile read and append to.
///
/// Positions are 1, 2, 3 …; an erased message leaves a gap. Devices do not trust the servers:
/// they detect messages that were dropped, repeated, reordered or forged. All calls wait for the
/// servers, and only one thread may call at a time.
package protocol SharedStream: AnyObject {
  /// The largest size of a message in bytes.
  var largestMessage: Int { get }

  /// Returns the current state of the stream. From then on, messages are appended only to this
  /// stream, not to a replacement.
  func state() throws -> StreamState

  /// Appends a message if the stream ends at the given position.
  ///
  /// - Parameters:
  ///   - bytes: At most ``largestMessage``.
  ///   - id: An identifier of the message and the message it follows. A repeated call with the same
  ///     id, bytes and position appends only once and returns the same answer.
  ///   - last: The position of the last message; 0 for an empty stream.
  func append(
    _ bytes: [UInt8], id: String, behind last: UInt64
  ) throws -> AppendOutcome

  /// Returns the messages after a position in order, or none if there are none yet.
  ///
  /// - Parameters:
  ///   - position: The position before the first message; 0 for the beginning.
  ///   - limit: The largest number of messages to return.
  func messages(behind position: UInt64, limit: Int) throws -> [StreamMessage]

  /// Waits until a message follows a position or the time is over. Returns whether there is one.
  func wait(behind position: UInt64, milliseconds: Int) throws -> Bool

  /// Erases the bytes of a message; its position stays empty. An already erased message is ignored.
  func erase(_ position: UInt64) throws

  /// Creates an empty stream, replacing the existing one.
  func renew() throws
}

extension SharedStream {
  /// Returns the message at a position, or nil if the servers do not return one.
  func message(at position: UInt64) throws -> StreamMessage? {
    guard position > 0 else { return nil }
    let message = try messages(behind: position - 1, limit: 1).first
    return message?.position == position ? message : nil
  }
}
