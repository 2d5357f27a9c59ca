/// An ordered sequence of messages on servers. All devices of a profile read and append messages.
///
/// Positions are numbered 1, 2, 3 …, and an erased message leaves a gap. Devices do not trust the
/// servers, and detect messages that were dropped, repeated, reordered or forged. All functions
/// wait for the servers. Only one thread may use a stream at a time.
package protocol SharedStream: AnyObject {
  /// The maximum size of a message in bytes.
  var largestMessage: Int { get }

  /// Returns the current state of the stream. After this call, messages are appended only to the
  /// stream with this state, and not to a stream that replaces it.
  func state() throws -> StreamState

  /// Appends a message if the stream ends at the given position.
  ///
  /// - Parameters:
  ///   - bytes: The message, at most ``largestMessage`` bytes.
  ///   - id: An identifier that depends on both the message and the message before it. A repeated
  ///     call with the same id, bytes and position appends the message only once and returns the
  ///     same outcome.
  ///   - last: The position of the last message, or 0 for an empty stream.
  func append(
    _ bytes: [UInt8], id: String, after last: UInt64
  ) throws -> AppendOutcome

  /// Returns the messages after a position in order, or an empty array if there are no such
  /// messages yet.
  ///
  /// - Parameters:
  ///   - position: The position before the first message to return, or 0 to start at the beginning.
  ///   - limit: The maximum number of messages to return.
  func messages(after position: UInt64, limit: Int) throws -> [StreamMessage]

  /// Waits until there is a message after a position or the time has passed. Returns whether there
  /// is a message.
  func wait(after position: UInt64, milliseconds: Int) throws -> Bool

  /// Erases a message. Its position stays empty. Does nothing if the message is already erased.
  func erase(_ position: UInt64) throws

  /// Replaces the existing stream with an empty stream.
  func renew() throws
}

extension SharedStream {
  /// Returns the message at a position, or nil if the servers do not return a message.
  func message(at position: UInt64) throws -> StreamMessage? {
    guard position > 0 else { return nil }
    let message = try messages(after: position - 1, limit: 1).first
    return message?.position == position ? message : nil
  }
}
