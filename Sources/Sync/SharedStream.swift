/// One order of messages that all devices of a profile read and append to, as servers keep it.
///
/// Positions are 1, 2, 3 …; a message that was erased leaves a gap. Nobody trusts it further than that: what
/// it drops, repeats, reorders or makes up is noticed by those who read it. All calls wait for the
/// servers, and are made by one thread at a time.
public protocol SharedStream: AnyObject {
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

/// What there is of a ``SharedStream``.
public struct StreamState: Equatable, Sendable {
  /// When the stream was made, in nanoseconds since 1970 UTC: another time is another stream.
  public var created: Int64
  /// The position of the last message; 0 if there was none.
  public var last: UInt64

  /// Creates a state.
  public init(created: Int64, last: UInt64) {
    self.created = created
    self.last = last
  }
}

/// What a ``SharedStream`` gives back.
public struct StreamMessage: Equatable, Sendable {
  /// Its place in the stream.
  public var position: UInt64
  /// When it was appended by the servers' clock, in milliseconds since 1970 UTC.
  public var milliseconds: Int64
  /// What was appended.
  public var bytes: [UInt8]

  /// No message stands behind this one: numbers of devices are positions, and fit into 31 bits.
  static let lastPosition = UInt64(Int32.max)

  /// Creates a message.
  public init(position: UInt64, milliseconds: Int64, bytes: [UInt8]) {
    self.position = position
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}

/// What became of a message that was to be appended.
public enum AppendOutcome: Equatable, Sendable {
  /// It stands at this position.
  case appended(at: UInt64)
  /// The stream does not end there, or another one is in its place; read on, and append behind what was
  /// read.
  case conflict
  /// Nobody answered: it may stand there or not. The same may be given again until there is an answer.
  case unknown
}

/// Why a ``SharedStream`` cannot be used just now.
public struct StreamFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One plain sentence.
  public let description: String
  /// Whether it may go well later, as when no server can be reached.
  public let isTemporary: Bool
  /// Whether the servers say that they have no such stream.
  public let isMissing: Bool

  /// Creates a failure.
  public init(_ description: String, isTemporary: Bool = true, isMissing: Bool = false) {
    self.description = description
    self.isTemporary = isTemporary
    self.isMissing = isMissing
  }
}
