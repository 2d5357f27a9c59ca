/// One order of messages that all devices of a profile read and append to, as servers keep it.
///
/// Positions are 1, 2, 3 …; a message that was erased leaves a gap. Nobody trusts it further than that: what
/// it drops, repeats, reorders or makes up is noticed by those who read it. All calls wait for the
/// servers, and are made by one thread at a time.
package protocol SharedStream: AnyObject {
  /// The most bytes of one message.
  var largestMessage: Int { get }

  /// Returns what there is of the stream now. Messages are appended to this stream from then on, and to none
  /// that comes in its place.
  func state() throws(StreamFailure) -> StreamState

  /// Appends a message, if the stream ends where the caller thinks.
  ///
  /// - Parameters:
  ///   - bytes: At most ``largestMessage``.
  ///   - id: Names this message and what it is appended behind. Given again with the same bytes and the
  ///     same position, it is appended once and gets the same answer.
  ///   - last: The position of the last message; 0 for an empty stream.
  func append(
    _ bytes: [UInt8], id: String, behind last: UInt64
  ) throws(StreamFailure) -> AppendOutcome

  /// Returns the messages behind a position, in their order; none if there are none yet.
  ///
  /// - Parameters:
  ///   - position: The position behind which they stand; 0 for the first ones.
  ///   - limit: How many at most.
  func messages(behind position: UInt64, limit: Int) throws(StreamFailure) -> [StreamMessage]

  /// Waits until there is a message behind a position, or the time is over; whether there is one.
  func wait(behind position: UInt64, milliseconds: Int) throws(StreamFailure) -> Bool

  /// Removes the bytes of a message; its position stays empty. One that is gone is passed by.
  func erase(_ position: UInt64) throws(StreamFailure)

  /// Makes an empty stream in the place of what there is, if there is anything.
  func renew() throws(StreamFailure)
}

extension SharedStream {
  /// Returns the message at a position; nil if it is not there, or not shown.
  func message(at position: UInt64) throws(StreamFailure) -> StreamMessage? {
    guard position > 0 else { return nil }
    let message = try messages(behind: position - 1, limit: 1).first
    return message?.position == position ? message : nil
  }
}
